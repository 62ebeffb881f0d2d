# The commands of this repository: `make render ENV=devbox`, `make check`, `make snapshot ENV=devbox`, `make test`, `make ci`.
QUINTET ?= cargo run --release --quiet --
MIRROR ?= ../shared/upstream/mirrors.yaml
ENV ?= devbox
# For example: CHECK_FLAGS='--output text --output sarif=findings.sarif'
CHECK_FLAGS ?=
# For example: SNAPSHOT_FLAGS=--accept
SNAPSHOT_FLAGS ?=

.PHONY: render check snapshot test ci

render:
	$(QUINTET) render --repo . --env $(ENV) --out rendered/$(ENV) --mirror $(MIRROR)

check:
	$(QUINTET) check --repo . --all-envs --mirror $(MIRROR) $(CHECK_FLAGS)

snapshot:
	$(QUINTET) snapshot --repo . --env $(ENV) --mirror $(MIRROR) $(SNAPSHOT_FLAGS)

test:
	cargo test --workspace

ci:
	cargo xtask ci
