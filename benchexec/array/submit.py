# This file is part of Fizzer in Go, a test generator for C programs.
#
# SPDX-FileCopyrightText: The authors of Fizzer in Go
#
# SPDX-License-Identifier: Apache-2.0

"""BenchExec with the runs on a Slurm cluster. Options and results are those of benchexec; benchexec/run calls it."""

import contextlib
import logging
import math
import os
import shlex
import shutil
import subprocess
import sys
import threading
import time
import uuid

import shared
from slurm import Slurm

from benchexec import BenchExecException, benchexec, localexecution, util

ATTEMPTS = 3  # at a run; each but the last ended with its node, or without a result for another reason
POLL = 2  # seconds between two looks at what is done
ASK = 5  # looks at what is done for each question to Slurm, whose controller all users share
START = 300  # seconds that a run may take beyond its wall time to begin and to leave its files
END = 60  # seconds that cancelled jobs get to end
EXTRA = 500_000_000  # bytes that Slurm grants a job beyond its run's memory, for BenchExec itself


class OnSlurm(benchexec.BenchExec):
    """BenchExec with another executor."""

    def load_executor(self):
        return Executor()


class Array:
    """The runs of a benchmark, each of which has its result at last, or was tried ATTEMPTS times."""

    def __init__(self, folder, slurm, command, parallel):
        self.folder = folder
        self._slurm = slurm
        self._command = command  # of a node, without the batch
        self._parallel = parallel
        self._max = slurm.max_array()
        self._due = []  # numbers of runs that are to be submitted
        self._tasks = {}  # array job and index -> number of the run
        self._batches = 0
        self._attempts = {}  # number of a run -> how often it was submitted
        self._missing = (
            set()
        )  # runs that had neither a task nor a result at the last question
        self._looks = 0
        self.lost = set()  # runs without result that are not tried again

    def add(self, count):
        """Submit runs 0 to count-1. Fails if Slurm refuses."""
        self._due = list(range(count))
        self._attempts = dict.fromkeys(self._due, 0)
        try:
            self._submit(set())
        except subprocess.CalledProcessError as e:
            raise BenchExecException(f"Slurm takes no jobs: {e.stderr.strip()}")

    def ended(self):
        """Return the numbers of all runs that have a result or are lost. Submits again what has none."""
        self._looks += 1
        if self._looks % ASK == 0:
            self._ask()
        return self._done() | self.lost

    def printed(self, number):
        """Return what the last job of a run printed."""
        job, index = max(t for t, n in self._tasks.items() if n == number)
        try:
            with open(os.path.join(self.folder, "slurm", f"{job}-{index}.out")) as file:
                return file.read()
        except OSError as e:
            return str(e)

    def _done(self):
        return set(map(int, os.listdir(os.path.join(self.folder, "done"))))

    def _ask(self):
        queued = self._slurm.queued()
        if queued is None:
            return
        queued = {self._tasks[task] for task in queued if task in self._tasks}
        missing = set(self._tasks.values()) - queued - self._done() - self.lost
        missing -= set(self._due)
        # A shared file system may show a result later than Slurm shows the end of its job.
        again, self._missing = missing & self._missing, missing - self._missing
        for number in sorted(again):
            if self._attempts[number] >= ATTEMPTS:
                logging.error("Run %d has no result of %d jobs.", number, ATTEMPTS)
                self.lost.add(number)
            else:
                logging.warning("Run %d ended without result; submitted again.", number)
                self._due.append(number)
        try:
            self._submit(queued)
        except subprocess.CalledProcessError as e:
            logging.warning("Slurm takes no more jobs now: %s", e.stderr.strip())

    def _submit(self, queued):
        """Submit what is due. With a bound for parallel runs, which Slurm keeps for each array job, there is one job at a time."""
        while self._due and not (self._parallel and queued):
            queued = numbers = self._due[: self._max]
            batch, self._batches = self._batches, self._batches + 1
            shared.write(numbers, self.folder, "batches", f"{batch}.json")
            shared.beat(self.folder)  # this process may have been stopped for long
            job = self._slurm.submit(
                len(numbers), self._parallel, f"{self._command} {batch}"
            )
            self._due = self._due[len(numbers) :]
            for index, number in enumerate(numbers):
                self._tasks[job, index] = number
                self._attempts[number] += 1


class Executor:
    """What BenchExec calls instead of its local execution."""

    def __init__(self):
        self._array = None
        self._slurm = None
        self._stopped = False

    def init(self, config, benchmark):
        if config.coreset:
            sys.exit("Slurm chooses the cores: --allowedCores cannot be used")
        localexecution.init(config, benchmark)

    def get_system_info(self):
        return None  # that of the nodes comes with their results

    def execute_benchmark(self, benchmark, output_handler):
        run_sets = [s for s in benchmark.run_sets if s.should_be_executed() and s.runs]
        for run_set in benchmark.run_sets:
            if run_set not in run_sets:
                output_handler.output_for_skipping_run_set(run_set)
        folder = os.path.abspath(benchmark.output_base_name + ".slurm")
        for name in "runs", "batches", "attempts", "done", "slurm":
            os.makedirs(os.path.join(folder, name))
        with beating(folder):
            self._execute(folder, benchmark, run_sets, output_handler)
        if self._array and self._array.lost:
            logging.error("What the jobs printed is in %s.", folder)
            return 1
        shutil.rmtree(folder, ignore_errors=True)
        return 0

    def stop(self):
        self._stopped = True
        if self._slurm:
            self._slurm.cancel()

    def _execute(self, folder, benchmark, run_sets, output_handler):
        self._prepare(folder, benchmark, [r for s in run_sets for r in s.runs])
        first = 0
        for run_set in run_sets:
            if not self._stopped:
                self._collect(run_set, first, output_handler)
            first += len(run_set.runs)
        output_handler.output_after_benchmark(self._stopped)
        if self._stopped:
            self._slurm.cancel()  # also what was submitted meanwhile
            self._slurm.await_end(END)

    def _prepare(self, folder, benchmark, runs):
        """Write what the nodes read into the folder, and submit all runs."""
        shared.write(common(benchmark), folder, "job.json")
        for number, run in enumerate(runs):
            shared.write({"arguments": run.cmdline()}, folder, "runs", f"{number}.json")
        self._slurm = Slurm(
            f"benchexec-{uuid.uuid4().hex}",
            job_options(benchmark, folder)
            + os.environ.get("SLURM_OPTIONS", "").split(),
        )
        node = os.path.join(os.path.dirname(os.path.abspath(__file__)), "node.py")
        self._array = Array(
            folder,
            self._slurm,
            shlex.join([sys.executable, "-B", node, folder]),
            int(benchmark.config.num_of_threads or 0),
        )
        if runs:
            self._array.add(len(runs))

    def _collect(self, run_set, first, output_handler):
        """Wait for the runs of a run set, whose first one has this number, and hand over their results."""
        begun, cputime = time.monotonic(), 0
        output_handler.output_before_run_set(run_set)
        waiting = {first + i: run for i, run in enumerate(run_set.runs)}
        while waiting and not self._stopped:
            ended = self._array.ended() & set(waiting)
            for number in sorted(ended):
                run = waiting.pop(number)
                output_handler.output_before_run(run)
                values = self._fetch(number, run)
                system = values.pop("system", None)
                if system:
                    output_handler.store_system_info(**system, runSet=run_set)
                    values["host"] = system["hostname"]
                cputime += values.get("cputime", 0)
                run.set_result(values, visible_columns={"host"})
                output_handler.output_after_run(run)
            if not ended:
                time.sleep(POLL)
        if self._stopped:
            output_handler.set_error("interrupted", run_set)
        output_handler.output_after_run_set(
            run_set, cputime=cputime, walltime=time.monotonic() - begun
        )

    def _fetch(self, number, run):
        """Put the log and the files of a run where BenchExec has them. Return the values of the run."""
        folder = self._array.folder
        if number in self._array.lost:
            explain(run, self._array.printed(number))
            return {"terminationreason": "failed"}
        done = os.path.join(folder, "done", str(number))
        shutil.move(os.path.join(done, "output.log"), run.log_file)
        files = os.path.join(done, "files")
        if os.path.isdir(files):
            os.makedirs(os.path.dirname(run.result_files_folder), exist_ok=True)
            shutil.move(files, run.result_files_folder)
        values = shared.read(done, "result.json")
        values["exitcode"] = util.ProcessExitCode.from_raw(values["exitcode"])
        return values


@contextlib.contextmanager
def beating(folder):
    """Show the nodes that somebody waits for results. They end the jobs of a process that was killed."""
    ended = threading.Event()

    def beat():
        while not ended.wait(shared.BEAT):
            with contextlib.suppress(OSError):  # the next one may get through
                shared.beat(folder)

    shared.beat(folder)
    beater = threading.Thread(target=beat, daemon=True)
    beater.start()
    try:
        yield
    finally:
        ended.set()
        beater.join()


def explain(run, printed):
    """Write the log of a run that has no result, with what its last job printed."""
    with open(run.log_file, "w") as log:
        log.write(shlex.join(run.cmdline()) + "\n\n\n" + "-" * 80 + "\n\n\n")
        log.write(f"{ATTEMPTS} jobs ended without a result. The last one printed:\n")
        log.write(printed)


def common(benchmark):
    """Return what all runs have in common, for node.py."""
    limits, config = benchmark.rlimits, benchmark.config
    return {
        "container": config.containerargs,
        "cores": limits.cpu_cores,
        "hyperthreading": config.use_hyperthreading,
        "limits": {
            "result_files_patterns": benchmark.result_files_patterns,
            "hardtimelimit": limits.cputime_hard,
            "softtimelimit": limits.cputime,
            "walltimelimit": limits.walltime,
            "memlimit": limits.memory,
            "environments": benchmark.environment(),
            "workingDir": benchmark.working_directory(),
            "maxLogfileSize": config.maxLogfileSize,
            "files_count_limit": config.filesCountLimit,
            "files_size_limit": config.filesSizeLimit,
        },
    }


def job_options(benchmark, folder):
    """Return the options of sbatch that follow from the definition. Slurm's limits are above those that BenchExec enforces."""
    limits, requirements = benchmark.rlimits, benchmark.requirements
    options = [f"--output={folder}/slurm/%A-%a.out", "--nodes=1", "--ntasks=1"]
    if requirements.cpu_cores:
        options.append(f"--cpus-per-task={requirements.cpu_cores}")
    if requirements.memory:
        options.append(f"--mem={math.ceil((requirements.memory + EXTRA) / 1024)}K")
    seconds = limits.walltime or limits.cputime_hard or limits.cputime
    if seconds:
        options.append(f"--time={math.ceil((seconds + START) / 60)}")
    if requirements.cpu_model:
        logging.warning(
            "Slurm knows no model of a processor: give --constraint by SLURM_OPTIONS."
        )
    return options


if __name__ == "__main__":
    benchexec.main(OnSlurm())
