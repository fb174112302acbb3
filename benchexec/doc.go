// Package benchexec contains the benchmark definitions. Its tests run the tool with the real BenchExec, by these definitions and
// the project's tool-info module. Folder array replaces BenchExec's executor by an array job of Slurm: submit.py is called where the
// results are wanted, node.py by each job.
package benchexec
