package main

import (
	"fmt"
	"strings"
)

// moduleName is the tool-info module's file in BenchExec's folder of tools. The one for the tool Fizzer in C++ is
// fizzer.py there; both stand side by side.
const moduleName = "fizzer_in_go.py"

// What the module of this project begins with, and what BenchExec wants instead.
const (
	ownHeader      = "# This file is part of Fizzer in Go, a test generator for C programs.\n"
	upstreamHeader = "# This file is part of BenchExec, a framework for reliable benchmarking:\n# https://github.com/sosy-lab/benchexec\n"
)

// beforeURL is the line of the module before which its method project_url comes.
const beforeURL = "    def cmdline("

// upstreamModule makes of the project's tool-info module the one that is handed in to BenchExec: with its header, and with the
// project's page. An empty projectURL leaves that out.
func upstreamModule(source, projectURL string) (string, error) {
	for _, words := range []string{ownHeader, beforeURL} {
		if strings.Count(source, words) != 1 {
			return "", fmt.Errorf("tool-info.py does not have %q once: the module for BenchExec is made from it", words)
		}
	}
	module := strings.Replace(source, ownHeader, upstreamHeader, 1)
	if projectURL == "" {
		return module, nil
	}
	method := fmt.Sprintf("    def project_url(self):\n        return %q\n\n", projectURL)
	return strings.Replace(module, beforeURL, method+beforeURL, 1), nil
}
