"""Finds a PostgreSQL and a Redis server to test on; prints them as settings, or what is missing (exit 1).

`TEST_DATABASE_URL` and `TEST_REDIS_URL` name them; without, the usual local addresses are tried.
"""

import os
import sys

import psycopg
import redis

DATABASES = ["postgres:///postgres", "postgres://127.0.0.1/postgres"]
REDIS = ["redis://127.0.0.1:6379/15"]  # the last of Redis's databases, so that the room's own is left alone


def usable_database(url: str) -> bool:
    """Answers, and lets us create the test database."""
    try:
        with psycopg.connect(url.replace("postgres:", "postgresql:", 1), connect_timeout=3) as connection:
            rights = "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
            row = connection.execute(rights).fetchone()
            return bool(row and row[0])
    except psycopg.Error:
        return False


def usable_redis(url: str) -> bool:
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=3) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def candidates(variable: str, usual: list[str]) -> list[str]:
    given = os.environ.get(variable)
    return [given] if given else usual


def main() -> int:
    database = next(filter(usable_database, candidates("TEST_DATABASE_URL", DATABASES)), "")
    cache = next(filter(usable_redis, candidates("TEST_REDIS_URL", REDIS)), "")
    if database and cache:
        sys.stdout.write(f"DATABASE_URL={database} REDIS_URL={cache}\n")
        return 0
    missing = [name for name, url in (("PostgreSQL", database), ("Redis", cache)) if not url]
    sys.stdout.write(f"not reachable: {', '.join(missing)}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
