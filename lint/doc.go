// Package lint contains, as tests, the rules of this code base that no off-the-shelf linter knows: which package may import
// which, which may call what, what needs a comment. Python is checked here by ruff.
package lint
