# The front door. Everything works from a bare clone: what a target needs, it installs into .venv/ first.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
PY := $(VENV)/bin/python
MANAGE := $(PY) manage.py
PIP := $(PY) -m pip install -qq --disable-pip-version-check
# Settings that are given to make are in its environment, and so in that of the command; those of a make above are not ours.
CLUB = python=$$(.ci/find_python.sh) && exec env CLUBSCORE_MAKELEVEL=$(MAKELEVEL) "$$python" -m clubscore
PYTEST := env -u DATABASE_URL $(PY) -m pytest
PEERS := .cache/peers/.installed
CHECKS := format-check lint types imports project cost

.PHONY: help install setup run dev club demo reset audit backup restore test test-landing thorough test-fast cost type-docs soak check land format format-check lint types imports project bench vendor catalogues release-check pictures audit-dependencies clean equipped

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# --- the club: on a computer without make, `python -m clubscore` and the same word ---

install: ## install what Clubscore needs into .venv/, and nothing else
	@$(CLUB) install

setup: ## install, migrate, collect static files; a new database gets the demonstration club
	@$(CLUB) setup

run: ## set up and serve at http://127.0.0.1:8000 (HOST= PORT= PROCESSES= here or in club.env)
	@$(CLUB) run

dev: ## serve a demonstration club of its own in .cache/dev/, which follows each change of Python and templates
	@$(CLUB) dev

club: ## an empty club of your own: asks for its name, clock, currency, address and secretary
	@$(CLUB) club

demo: ## fill the demonstration club into an empty database
	@$(CLUB) demo

reset: ## move the demonstration club aside and begin again; refuses a club of your own
	@$(CLUB) reset

audit: ## recompute the ledger, every rubber and every published table, report any difference
	@$(CLUB) audit

backup: ## a backup of the database, checked, while the club plays; the server makes one each night
	@$(CLUB) backup

restore: ## bring a club back from a backup or an archive: make restore FILE=/path/to/it
	@$(CLUB) restore "$(FILE)"

# --- the tests ---

test: ## what a change must pass: on SQLite, in the browser, then on PostgreSQL what the database decides
	@$(CLUB) test

test-landing: ## what a change must pass before others get it: more sizes, languages, campaigns and PostgreSQL
	@$(CLUB) test --landing

thorough: ## before a piece of work is done: every test on both databases, every campaign, a hundred examples, coverage
	@$(CLUB) test --thorough

test-fast: ## the tests without browser, PostgreSQL and the slow ones
	@$(CLUB) test --fast

cost: equipped ## what pages cost, against the limits in tests/cost/limits.toml: half a minute
	$(PYTEST) -q -m cost tests/cost

type-docs: equipped ## every command of the docs, typed at a terminal as it stands: ten minutes
	$(PYTEST) -q -s -m typed tests/docs

bench: equipped $(PEERS) ## the measurements in tests/bench, by hand
	$(PYTEST) -q -s -o python_files='bench_*.py' tests/bench
	$(PY) .ci/with_postgres.py $(PY) -m pytest -q -s tests/bench/postgresql/pool.py tests/bench/postgresql/clubs.py

soak: equipped ## faults, races, intruders, noise and slow clients at full size, on both databases: an hour
	@rm -rf .cache/test.sqlite3*
	$(PYTEST) -q -s --soak tests/soak
	$(PY) .ci/with_postgres.py $(PY) -m pytest -q -s --soak tests/soak

# --- the checks ---

check: $(CHECKS) test ## everything that a change must pass

land: $(CHECKS) test-landing ## everything that it must pass before others get it (.ci/run)

format: equipped ## lay the Python out and sort its imports
	$(PY) -m ruff check -q --select I --fix .
	$(PY) -m ruff format .

format-check: equipped ## is the Python laid out as `make format` would?
	$(PY) -m ruff format --check .

lint: equipped ## mistakes and smells in Python and templates
	$(PY) -m ruff check .
	$(PY) -m djlint --lint --quiet templates

types: equipped ## mypy: strict for scoring, Django's stubs for clubscore
	$(PY) -m mypy

imports: equipped ## who may import whom
	$(VENV)/bin/lint-imports --cache-dir .cache/import-linter

project: equipped ## Django's checks, missing migrations, the settings of production
	$(MANAGE) check --fail-level WARNING
	@mkdir -p .cache
	env DATABASE_URL=sqlite:///$(CURDIR)/.cache/check.sqlite3 $(MANAGE) makemigrations --check --dry-run
	env SECRET_KEY=$$($(PY) -c 'import secrets; print(secrets.token_urlsafe(50))') HTTPS=1 DEBUG= \
		ALLOWED_HOSTS=club.example CSRF_TRUSTED_ORIGINS=https://club.example \
		$(MANAGE) check --deploy --fail-level WARNING

audit-dependencies: equipped ## is anything known against a pinned library? Asks osv.dev; says when it could not
	$(PY) -m tools.audit_dependencies

vendor: equipped ## fetch the browser libraries that tools/vendor.py names (needs npm)
	$(PY) tools/vendor.py

catalogues: equipped ## bring the words of every language up to date with the English, compile them, list what is untranslated
	$(PY) -m tools.catalogues

release-check: equipped ## before a version is tagged: is every sentence translated into every language?
	$(PY) -m tools.release_check

pictures: equipped ## take the pictures of docs/ anew, of a demonstration club of their own
	CHROMIUM=$$(.ci/find_chromium.sh) && $(PY) -m tools.pictures "$$CHROMIUM"

clean: ## remove .venv and the caches; data/ stays
	rm -rf $(VENV) .cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- what they need ---

equipped:
	@$(CLUB) equip

# Beside the virtual environment, not in it: nothing but the measurements may find them.
$(PEERS): .ci/bench-requirements.txt | equipped
	@echo "Installing what the measurements compare with into $(@D)/"
	@rm -rf $(@D)
	@$(PIP) --target $(@D) -r $<
	@touch $@
