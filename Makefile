# Everything a developer or a continuous-integration job calls. `make help` lists it.

export PATH := $(CURDIR)/.tools/bin:$(CURDIR)/.tools/go/bin:$(PATH)
TAGS := llvm19
# Options of go test, e.g. make test TESTFLAGS='-run TestExamples -v'
TESTFLAGS ?=

.DEFAULT_GOAL := help
.PHONY: help setup build demo demo-cluster table test test-fast test-race test-fuzz test-long archive lint bench clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

setup: ## install what building and testing need and this machine lacks
	@scripts/setup

build: ## the executables in bin, and the example of more than 1 MB
	CGO_ENABLED=0 go build -trimpath -o bin/fizzer ./fizzer
	ln -sf fizzer bin/fizzer-cc
	CGO_ENABLED=1 go build -trimpath -tags $(TAGS) -o bin/fizzer-instrument ./instrument
	CGO_ENABLED=0 go build -trimpath -o bin/fizzer-survey ./fizzer/survey
	go run ./examples/generate -directory build/examples -name eca-large -states 600 -arithmetic 12 \
		-properties ../../examples/properties -expected 1560/3069 -budget 200

demo: setup build ## fuzz a task that random testing does not solve, and let TestCov judge
	@scripts/demo

demo-cluster: setup build ## a hub and four workers on this machine: 20 tasks, and one program searched together
	@scripts/demo-cluster

table: setup build ## examples by BenchExec (60 s each), judged by TestCov, as a table and a comparison: build/benchexec
	@benchexec/table

test: setup build ## all tests but the long ones
	go test -count=1 -tags $(TAGS) -timeout 50m $(TESTFLAGS) ./...

# Packages whose tests build many programs, or run what `make build` makes.
SLOW := benchexec|fizzer/bench$$|fizzer/cc$$|fizzer/toolchain|fizzer/endtoend|fizzer/puzzles|fizzer/runner|instrument/pass|libfizzer/sandbox$$|testcomp/replay
test-fast: setup ## tests of the packages that build few programs: under a minute on two idle cores
	go test -count=1 -short -tags $(TAGS) $(TESTFLAGS) $$(go list -tags $(TAGS) ./... | grep -v -E '$(SLOW)')

# All packages that start goroutines (lint/race_test.go compares). Each launcher of a sandbox is the test's own executable, which starts
# slowly with the detector: of libfizzer/sandbox there are some tests only.
RACE := ./fizzer/budget ./fizzer/campaign ./fizzer/cc ./fizzer/cli ./fizzer/cli/live ./fizzer/crew ./fizzer/hub ./fizzer/hub/exchange ./fizzer/hub/hubtest ./fizzer/hub/queue ./fizzer/scratch ./fizzer/solve/smt ./fizzer/survey ./fizzer/worker ./libfizzer/sandbox ./libfizzer/sandbox/launcher
RACE_SANDBOX := ^(TestReadable|TestToolsOfRootAlone|TestSignalsStayInside)$$
test-race: setup ## tests of the packages that start goroutines, short ones, with the race detector
	CGO_ENABLED=1 go test -race -short -count=1 -tags $(TAGS) -timeout 25m $(TESTFLAGS) $(filter-out %/sandbox,$(RACE))
	CGO_ENABLED=1 go test -race -short -count=1 -tags $(TAGS) -timeout 25m -run '$(RACE_SANDBOX)' ./libfizzer/sandbox

FUZZTIME ?= 3s
test-fuzz: setup ## each fuzz target for FUZZTIME
	@scripts/fuzz $(FUZZTIME)

archive: ## what is handed in to the competition: in build/archive the zip, its FM-Tools entry, the module for BenchExec
	@scripts/setup --long
	@scripts/archive

# One package after the other: some mount file systems while others look at what is mounted.
test-long: build archive ## tests that need root, a mirror of Ubuntu, a browser, or many minutes; each fuzz target for two minutes
	go test -p 1 -count=1 -tags '$(TAGS) long' -timeout 120m -run '^TestLong' $(TESTFLAGS) ./...
	@scripts/fuzz 2m

lint: setup ## formatting, vet, staticcheck, warnings of the C compilers, import arrows
	@scripts/lint

# Options of the bench, e.g. make bench BENCHFLAGS='-rounds 1 -ways "whole engine"'
BENCHFLAGS ?= -seconds 5

bench: build ## executions per CPU second beside AFL++ and libFuzzer, and the benchmarks of the packages
	@scripts/setup --bench
	CGO_ENABLED=0 go build -o bin/fizzer-bench ./fizzer/bench
	go run ./examples/generate -directory build/bench -name state-machine -states 6000 -arithmetic 3 -symbols 2
	bin/fizzer-bench $(BENCHFLAGS) fizzer/bench/testdata/tiny.c fizzer/bench/testdata/medium.c fizzer/bench/testdata/long.c \
		build/bench/state-machine.c
	go test -run '^$$' -bench . -benchmem -tags $(TAGS) ./...

clean: ## remove what was built; what setup installed stays
	rm -rf bin build
