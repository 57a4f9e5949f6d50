# The front door. Everything works from a bare clone: what a target needs, it installs into .venv/ first.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

WORKERS ?= 2

VENV := .venv
PY := $(VENV)/bin/python
MANAGE := $(PY) manage.py
PIP := $(PY) -m pip install -qq --disable-pip-version-check
AT_ONCE := -n $(WORKERS) --dist worksteal
# The tests say themselves which database they are about.
PYTEST := env -u DATABASE_URL $(PY) -m pytest
# Bundled, hashed and compressed in static/ of the data folder, made again whenever a file of static/, a bundle or a library has changed.
COLLECTED := env DEBUG= STATIC_COLLECTED=1

KEPT_URL := $(shell grep -s '^DATABASE_URL=.*postgres' "$${CLUB_DATA_DIR:-data}/club.env")
RUNTIME := requirements.txt $(if $(findstring postgres,$(DATABASE_URL)$(KEPT_URL)),requirements-postgres.txt)
TOOLS := requirements.txt requirements-postgres.txt .ci/requirements.txt
READERS := .ci/readers.txt
INSTALLED := $(VENV)/.installed-$(words $(RUNTIME))
EQUIPPED := $(VENV)/.equipped
PEERS := .cache/peers/.installed

.PHONY: help install setup run club demo reset audit test test-thorough test-fast soak check format format-check lint types imports project bench vendor audit-dependencies clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# --- the club ---

install: $(INSTALLED) ## install what Clubscore needs into .venv/, and nothing else

setup: $(INSTALLED) ## install, migrate, collect static files; a new database gets the demonstration club
	@$(COLLECTED) $(MANAGE) prepare --demonstration

run: setup ## set up and serve at http://127.0.0.1:8000 (HOST= PORT= PROCESSES= here or in club.env)
	@STATIC_COLLECTED=1 exec $(MANAGE) serve

club: $(INSTALLED) ## an empty club of your own: asks for its name, clock, currency, address and secretary
	@$(MANAGE) set_up_club

demo: $(INSTALLED) ## fill the demonstration club into an empty database
	@$(MANAGE) migrate -v 0
	@$(MANAGE) fill_demo

reset: $(INSTALLED) ## move the demonstration club aside and begin again; refuses a club of your own
	@$(COLLECTED) $(MANAGE) reset_demonstration

audit: $(INSTALLED) ## recompute the ledger, every rubber and every published table, report any difference
	$(MANAGE) check_ledger
	$(MANAGE) check_rubbers
	$(MANAGE) check_standings

# --- the tests ---

test: ## all tests: on SQLite, in the browser, then on PostgreSQL
test: EXTENT := -m "not e2e and not thorough"

test-thorough: ## all tests with a hundred examples of each property, the longest history, and coverage
test-thorough: EXTENT := -m "not e2e" --hypothesis-profile=thorough
# Coverage is of the first run, which has 98 percent: to watch the others as well takes time and adds a fraction.
test-thorough: COVERED := --cov --cov-report= --cov-fail-under=0

test test-thorough: $(EQUIPPED)
	@rm -rf .cache/coverage* .cache/e2e .cache/test.sqlite3*
	$(PYTEST) $(AT_ONCE) $(EXTENT) $(COVERED)
	chromium=$$(.ci/find_chromium.sh) && CHROMIUM=$$chromium $(PYTEST) $(AT_ONCE) tests/e2e
	$(PY) .ci/with_postgres.py $(PY) -m pytest $(AT_ONCE) $(EXTENT) --ignore=tests/scoring
	$(if $(COVERED),$(PY) -m coverage report)

test-fast: $(EQUIPPED) ## the tests without browser, PostgreSQL and the slow ones
	$(PYTEST) $(AT_ONCE) -m "not e2e and not slow"

bench: $(EQUIPPED) $(PEERS) ## the measurements in tests/bench, by hand
	$(PYTEST) -q -s -o python_files='bench_*.py' tests/bench
	$(PY) .ci/with_postgres.py $(PY) -m pytest -q -s tests/bench/postgresql/pool.py tests/bench/postgresql/clubs.py

soak: $(EQUIPPED) ## faults, races, intruders, noise and slow clients at full size, on both databases: an hour
	@rm -rf .cache/test.sqlite3*
	$(PYTEST) -q -s --soak tests/soak
	$(PY) .ci/with_postgres.py $(PY) -m pytest -q -s --soak tests/soak

# --- the checks ---

check: format-check lint types imports project test-thorough ## everything that a change must pass (.ci/run)

format: $(EQUIPPED) ## lay the Python out and sort its imports
	$(PY) -m ruff check -q --select I --fix .
	$(PY) -m ruff format .

format-check: $(EQUIPPED) ## is the Python laid out as `make format` would?
	$(PY) -m ruff format --check .

lint: $(EQUIPPED) ## mistakes and smells in Python and templates
	$(PY) -m ruff check .
	$(PY) -m djlint --lint --quiet templates

types: $(EQUIPPED) ## mypy: strict for scoring, Django's stubs for clubscore
	$(PY) -m mypy

imports: $(EQUIPPED) ## who may import whom
	$(VENV)/bin/lint-imports --cache-dir .cache/import-linter

project: $(EQUIPPED) ## Django's checks, missing migrations, the settings of production
	$(MANAGE) check --fail-level WARNING
	@mkdir -p .cache
	env DATABASE_URL=sqlite:///$(CURDIR)/.cache/check.sqlite3 $(MANAGE) makemigrations --check --dry-run
	env SECRET_KEY=$$($(PY) -c 'import secrets; print(secrets.token_urlsafe(50))') HTTPS=1 DEBUG= \
		ALLOWED_HOSTS=club.example CSRF_TRUSTED_ORIGINS=https://club.example \
		$(MANAGE) check --deploy --fail-level WARNING

audit-dependencies: $(EQUIPPED) ## is anything known against a pinned library? Asks osv.dev; says when it could not
	$(PY) -m tools.audit_dependencies

vendor: $(EQUIPPED) ## fetch the browser libraries that tools/vendor.py names (needs npm)
	$(PY) tools/vendor.py

clean: ## remove .venv and the caches; data/ stays
	rm -rf $(VENV) .cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- what they need ---

$(PY):
	@.ci/make_venv.sh $(VENV)

$(INSTALLED): $(RUNTIME) | $(PY)
	@echo "Installing what Clubscore needs into $(VENV)/"
	@$(PIP) $(RUNTIME:%=-r %)
	@touch $@

$(EQUIPPED): $(TOOLS) $(READERS) | $(PY)
	@echo "Installing what the tests and checks need into $(VENV)/"
	@$(PIP) $(TOOLS:%=-r %)
	@$(PIP) --no-deps -r $(READERS)
	@touch $@ $(INSTALLED)

# Beside the virtual environment, not in it: nothing but the measurements may find them.
$(PEERS): .ci/bench-requirements.txt | $(PY)
	@echo "Installing what the measurements compare with into $(@D)/"
	@rm -rf $(@D)
	@$(PIP) --target $(@D) -r $<
	@touch $@
