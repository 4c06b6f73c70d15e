# Two commands matter: `make run` and `make test`. The rest is what they are made of.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes
LOCK := uv pip compile --no-config --quiet --universal --generate-hashes --python-version 3.11 \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock'

CHROMIUM ?= /usr/bin/chromium
SCHEMA := docs/api-schema.yml
PYTEST := $(BIN)/python -m pytest -q
# Tests use no setting of the shell and keep their files apart from the room's.
TEST_ROOM := CARDROOM_DATA=var/test DEBUG= HTTPS= SECRET_KEY= STATIC_ROOT= ROOM_TIME_ZONE=
EMBEDDED := env $(TEST_ROOM) DATABASE_URL= REDIS_URL=
# A shell function in one line: says what was left out, and fails when nothing may be (NOTHING_SKIPPED).
LEFT_OUT := left_out() { echo "LEFT OUT: $$1"; test -z "$$NOTHING_SKIPPED"; }; left_out

.PHONY: run test test-embedded test-servers test-browser lint schema schema-unchanged messages bench soak setup lock clean
.DEFAULT_GOAL := run

run: .venv/base
	@exec $(BIN)/python manage.py runroom

setup: .venv/dev

.venv/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed.")'
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/base: .venv/python requirements/base.txt
	@echo "Installing what the application runs on (requirements/base.txt) ..."
	@$(PIP) -r requirements/base.txt
	@touch $@

.venv/dev: .venv/base requirements/dev.txt
	@echo "Installing what tests and lints need (requirements/dev.txt) ..."
	@$(PIP) -r requirements/dev.txt
	@touch $@

lint: .venv/dev
	@echo "Lint: style, types, layers, templates, migrations, schema ..."
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo "ruff format would change files; run it."; exit 1; }
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-cache --no-logo
	@$(BIN)/djlint --quiet --lint templates
	@$(EMBEDDED) $(BIN)/python manage.py makemigrations --check --dry-run
	@$(EMBEDDED) $(BIN)/python manage.py check --fail-level WARNING
	@if [ -e $(SCHEMA) ]; then $(MAKE) --no-print-directory schema-unchanged; fi

schema: .venv/dev # writes the committed schema anew
	$(EMBEDDED) $(BIN)/python manage.py spectacular --validate --fail-on-warn --file $(SCHEMA)

schema-unchanged: .venv/dev
	@$(EMBEDDED) $(BIN)/python manage.py spectacular --validate --fail-on-warn | diff -u $(SCHEMA) - \
		|| { echo "The API is no longer what $(SCHEMA) says; run make schema."; exit 1; }

test: .venv/dev
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory test-embedded
	@$(MAKE) --no-print-directory test-servers
	@$(MAKE) --no-print-directory test-browser

test-embedded: .venv/dev
	@echo "Tests, embedded: SQLite ..."
	@$(EMBEDDED) $(PYTEST) -n auto --ignore tests/browser

test-servers: .venv/dev
	@if servers=$$($(BIN)/python -m tests.servers); then \
		echo "Tests again, on PostgreSQL and Redis: $$servers ..."; \
		env $(TEST_ROOM) $$servers $(PYTEST) -n auto --ignore tests/browser -m database; \
	else $(LEFT_OUT) "PostgreSQL and Redis ($$servers)"; fi

test-browser: .venv/dev
	@if [ -x "$(CHROMIUM)" ]; then \
		echo "Tests in the browser: $(CHROMIUM) ..."; \
		$(EMBEDDED) CHROMIUM=$(CHROMIUM) $(PYTEST) -n 2 tests/browser; \
	else $(LEFT_OUT) "the browser (no $(CHROMIUM))"; fi

messages: .venv/base # LOCALE=es: writes locale/es for a translator; needs gettext
	$(BIN)/python manage.py makemessages --locale $(LOCALE) --ignore .venv --ignore tests --ignore var

bench: .venv/dev
	@$(BIN)/python -m tests.benchmarks

HANDS ?= 600
soak: .venv/dev # whole evenings in Chromium: the network cut, the server killed, the dealer changed
	@$(EMBEDDED) CHROMIUM=$(CHROMIUM) $(BIN)/python -m tests.soak --hands $(HANDS)

lock: # needs uv on the path; add LOCK_FLAGS=--upgrade to move to newer versions
	$(LOCK) $(LOCK_FLAGS) -o requirements/base.txt requirements/base.in
	$(LOCK) $(LOCK_FLAGS) -o requirements/dev.txt requirements/dev.in

clean: # the data in var/ stays; remove the folder by hand to start with an empty room
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
