"""The Celery app. A message is only a doorbell: the database says what is wanted.

Embedded, messages are files in the data folder; with `REDIS_URL` they go through Redis. The schedule is UTC.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import beat_init, worker_init
from django.conf import settings

from audit.checks import refuse_without_guard

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardroom.settings")

SCHEDULE = {
    "index-records": {
        "task": "audit.tasks.index_records",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
}


def broker() -> dict[str, Any]:
    """Broker settings: Redis when `REDIS_URL` is set, else files under the data folder."""
    if settings.REDIS_URL:
        return {"broker_url": settings.REDIS_URL}
    messages, exchanges = settings.DATA / "queue", settings.DATA / "exchanges"
    for folder in (messages, exchanges):
        folder.mkdir(parents=True, exist_ok=True)
    options = {"data_folder_in": messages, "data_folder_out": messages, "control_folder": exchanges}
    return {
        "broker_url": "filesystem://localhost",
        "broker_transport_options": {name: str(folder) for name, folder in options.items()},
    }


app = Celery("cardroom")
app.conf.update(
    **broker(),
    accept_content=["json"],
    beat_schedule=SCHEDULE,
    beat_scheduler="celery.beat:Scheduler",  # in memory: the schedule is code, nothing to keep between runs
    broker_connection_retry_on_startup=True,
    enable_utc=True,
    task_acks_late=True,
    task_ignore_result=True,
    task_serializer="json",
    timezone="UTC",
    worker_enable_remote_control=False,
    worker_hijack_root_logger=False,
)
app.autodiscover_tasks()


@worker_init.connect
@beat_init.connect
def guarded(**_: Any) -> None:
    """A worker does not run where the log is unguarded."""
    refuse_without_guard()
