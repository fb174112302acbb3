# This file is part of Fizzer in Go, a test generator for C programs.
#
# SPDX-FileCopyrightText: The authors of Fizzer in Go
#
# SPDX-License-Identifier: Apache-2.0

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """
    Tool info for Fizzer in Go, a gray-box fuzzer for C programs.
    """

    REQUIRED_PATHS = ["bin/fizzer", "bin/fizzer-instrument"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("fizzer", subdir="bin")

    def program_files(self, executable):
        return self._program_files_from_executable(
            executable, self.REQUIRED_PATHS, parent_dir=True
        )

    def version(self, executable):
        return self._version_from_tool(executable)

    def name(self):
        return "Fizzer in Go"

    def cmdline(self, executable, options, task, rlimits):
        command = [executable] + options
        if task.property_file:
            command += ["--property", task.property_file]
        data_model = self._data_model(task)
        if data_model:
            command += ["--data-model", data_model]
        if rlimits.cputime:
            command += ["--cpu-time", f"{rlimits.cputime}s"]
        walltime = self._walltime(rlimits)
        if walltime:
            command += ["--wall-time", f"{walltime}s"]
        if rlimits.memory:
            command += ["--memory", f"{rlimits.memory}B"]
        return command + ["--", task.single_input_file]

    @staticmethod
    def _walltime(rlimits):
        """Return when BenchExec ends the run: 30 s after the CPU time, if nothing else is said."""
        if rlimits.walltime or not rlimits.cputime:
            return rlimits.walltime
        return (rlimits.cputime_hard or rlimits.cputime) + 25

    @staticmethod
    def _data_model(task):
        if isinstance(task.options, dict):
            return task.options.get("data_model")
        return None

    def determine_result(self, run):
        for line in reversed(run.output):
            if line.startswith("RESULT: "):
                return self._result(line[len("RESULT: ") :].strip())
        return result.RESULT_ERROR

    @staticmethod
    def _result(text):
        if text == "done":
            return result.RESULT_DONE
        if text.startswith("unknown"):
            return result.RESULT_UNKNOWN
        return text if text.startswith("ERROR") else result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        prefix = f"{identifier}: "
        for line in reversed(output):
            if line.startswith(prefix):
                return line[len(prefix) :].strip()
        return None
