package main

import (
	"fmt"
	"strings"
)

// moduleName is the tool-info module's file in BenchExec's folder of tools. The module of the tool Fizzer in C++ is fizzer.py in
// the same folder.
const moduleName = "fizzer_in_go.py"

// The header of this project's module, and the header that BenchExec wants instead.
const (
	ownHeader      = "# This file is part of Fizzer in Go, a test generator for C programs.\n"
	upstreamHeader = "# This file is part of BenchExec, a framework for reliable benchmarking:\n# https://github.com/sosy-lab/benchexec\n"
)

// beforeURL is the beginning of the module's line before which the method project_url is inserted.
const beforeURL = "    def cmdline("

// upstreamModule turns the project's tool-info module into the one to submit to BenchExec: with BenchExec's header and the
// project's page. If projectURL is empty, it leaves the page out.
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
