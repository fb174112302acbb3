# This file is part of Fizzer in Go, a test generator for C programs.
#
# SPDX-FileCopyrightText: The authors of Fizzer in Go
#
# SPDX-License-Identifier: Apache-2.0

"""What one task of the array job does: one run by BenchExec, with its limits, on the node where Slurm started it.

Called by submit.py: node.py FOLDER BATCH. Exit status 0: done/N is there, by this attempt or by another one. Where submit.py was
killed, it stops the run and cancels all other tasks.
"""

import contextlib
import os
import shutil
import signal
import sys
import threading

import shared
from slurm import Slurm

from benchexec import intel_cpu_energy, resources, systeminfo, util
from benchexec.runexecutor import RunExecutor


def main(folder, batch):
    util.setup_logging()
    number = shared.read(folder, "batches", batch + ".json")[
        int(os.environ["SLURM_ARRAY_TASK_ID"])
    ]
    done = os.path.join(folder, "done", str(number))
    if os.path.exists(done):
        return 0
    attempt = os.path.join(folder, "attempts", f"{number}-{os.environ['SLURM_JOB_ID']}")
    shutil.rmtree(attempt, ignore_errors=True)  # of a job that Slurm started again
    os.makedirs(attempt)
    result = None
    if not shared.abandoned(folder, attempt):
        result = execute(folder, number, attempt)
    if result is None:
        if shared.abandoned(folder, attempt):
            cancel(os.environ["SLURM_JOB_NAME"])
        return 1
    shared.write(result, attempt, "result.json")
    try:
        os.rename(attempt, done)
    except OSError:
        if not os.path.exists(done):
            raise
    return 0


def cancel(name):
    """Cancel all jobs of this name, also this one."""
    print(f"Nobody waits for results any more: all jobs named {name} end.", flush=True)
    try:
        Slurm(name, []).cancel()
    except OSError as e:  # no scancel on this node: each job ends by itself
        print(e, flush=True)


@contextlib.contextmanager
def watched(executor, folder, attempt):
    """Stop the run when nobody waits for results any more."""
    ended = threading.Event()

    def watch():
        while not ended.wait(shared.BEAT):
            if shared.abandoned(folder, attempt):
                executor.stop()

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()


def execute(folder, number, attempt):
    """Execute the run as BenchExec's local execution does. Return its values, or None if it was stopped."""
    job = shared.read(folder, "job.json")
    run = shared.read(folder, "runs", f"{number}.json")
    executor = RunExecutor(**job["container"])
    for number in signal.SIGTERM, signal.SIGINT:
        signal.signal(number, lambda *_: executor.stop())
    cores, memory_nodes = choose_cores(job, executor.cgroups)
    with watched(executor, folder, attempt):
        result = executor.execute_run(
            run["arguments"],
            output_filename=os.path.join(attempt, "output.log"),
            output_dir=os.path.join(attempt, "files"),
            cores=cores,
            memory_nodes=memory_nodes,
            **job["limits"],
        )
    if executor.PROCESS_KILLED:
        return None
    result["exitcode"] = result["exitcode"].raw
    result.update(
        (key, str(value))
        for key, value in intel_cpu_energy.format_energy_results(
            result.pop("cpuenergy", None)
        ).items()
    )
    if cores:
        result["cpuCores"] = cores
    if memory_nodes:
        result["memoryNodes"] = memory_nodes
    result["system"] = describe()
    return result


def choose_cores(job, cgroups):
    """Return the cores and memory banks of the run, among those that Slurm gave to this job."""
    if not job["cores"]:
        return None, None
    mine = sorted(os.sched_getaffinity(0))
    if len(mine) > int(os.environ["SLURM_CPUS_ON_NODE"]):
        sys.exit(
            "Slurm does not bind jobs to processors here, so runs would share them: "
            "set its TaskPlugin to task/affinity or task/cgroup, or give SLURM_OPTIONS=--exclusive"
        )
    cores = resources.get_cpu_cores_per_run(
        job["cores"], 1, job["hyperthreading"], cgroups, mine
    )
    banks = resources.get_memory_banks_per_run(cores, cgroups)
    return cores[0], banks[0] if banks else None


def describe():
    """Return what the results say of this node."""
    system = systeminfo.SystemInfo()
    return {
        "opSystem": system.os,
        "cpu_model": system.cpu_model,
        "cpu_number_of_cores": system.cpu_number_of_cores,
        "cpu_max_frequency": system.cpu_max_frequency,
        "memory": system.memory,
        "hostname": os.environ.get("SLURMD_NODENAME", system.hostname),
        "cpu_turboboost": system.cpu_turboboost,
    }


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
