# This file is part of Fizzer in Go, a test generator for C programs.
#
# SPDX-FileCopyrightText: The authors of Fizzer in Go
#
# SPDX-License-Identifier: Apache-2.0

"""What is asked of Slurm, by its commands."""

import logging
import re
import subprocess
import time

# States in which a task will still make its run, or makes it.
_LIVE = "PENDING,CONFIGURING,RUNNING,SUSPENDED,STOPPED,RESIZING,SIGNALING"


class Slurm:
    """The array jobs of one benchmark, which all have the same name."""

    def __init__(self, name, options):
        """Options are those of sbatch that all array jobs get."""
        self.name = name
        self._options = options

    def max_array(self):
        """Return how many tasks an array job may have."""
        config = _call("scontrol", "show", "config")
        return int(re.search(r"^MaxArraySize\s*=\s*(\d+)", config, re.M).group(1))

    def submit(self, tasks, parallel, command):
        """Submit an array job. At most so many of its tasks work at a time; None: all. Return its number."""
        array = f"0-{tasks - 1}" + (f"%{parallel}" if parallel else "")
        printed = _call(
            "sbatch",
            "--parsable",
            "--no-requeue",  # what has no result is submitted again by submit.py, on whatever cluster
            f"--job-name={self.name}",
            f"--array={array}",
            *self._options,
            f"--wrap=exec {command}",
        )
        return int(printed.split(";")[0])

    def queued(self):
        """Return pairs of number of array job and index of task that wait or work; None if Slurm does not answer."""
        try:
            printed = _call(
                "squeue",
                "--noheader",
                "--array",
                f"--name={self.name}",
                f"--states={_LIVE}",
                "--format=%F %K",
            )
        except subprocess.CalledProcessError as e:
            logging.debug("squeue: %s", e.stderr)
            return None
        return {tuple(map(int, line.split())) for line in printed.splitlines()}

    def cancel(self):
        """End all array jobs."""
        subprocess.run(["scancel", f"--name={self.name}"], check=False)

    def await_end(self, seconds):
        """Wait until no job is left, also none that is ending; at most so long, since a dead node ends none."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if not _call("squeue", "--noheader", f"--name={self.name}").strip():
                    return
            except subprocess.CalledProcessError as e:
                logging.debug("squeue: %s", e.stderr)
            time.sleep(1)


def _call(*command):
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ).stdout
