// Package lint holds the rules of this code base that no off-the-shelf linter knows, as tests: which package may import
// which, who may call whom, what needs a comment.
package lint
