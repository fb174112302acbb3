package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/campaign"
	"fizzer/fizzer/formats"
	"fizzer/testcomp/files"
	"fizzer/testcomp/flags"
)

// ofFolder are the options of a run that choose its folder. A resumed run keeps its folder.
var ofFolder = []string{"output", "force"}

func resumeCommand() *cli.Command {
	flags := slices.DeleteFunc(runFlags(), func(f cli.Flag) bool { return slices.Contains(ofFolder, f.Names()[0]) })
	return &cli.Command{
		Name:      "resume",
		Usage:     "continue a run that has ended or was killed, from its tests, with a new budget",
		ArgsUsage: "DIR",
		Description: "DIR is the output folder of the run. Its options hold again unless they are given again, also its budget: a run with\n" +
			"--cpu-time 60s gets another 60 s. Its tests are kept until better ones are found.",
		Flags:  flags,
		Action: resume,
	}
}

func resume(c *cli.Context) error {
	folder, err := oneFile(c, "output folder of a run")
	if err != nil {
		return failed(c, err)
	}
	old, err := readRecord(folder)
	if err != nil {
		return failed(c, err)
	}
	if err := applyRecord(c, &old, folder, nil); err != nil {
		return failed(c, err)
	}
	return run(c, request{named: namedBy(&old), Output: folder, Resume: true})
}

// namedBy returns what the run was made for.
func namedBy(r *formats.Run) named {
	return named{Files: append([]string{r.File}, r.Files...), Folder: r.Folder}
}

// applyRecord sets the options of a recorded run that are not given again. only: those that say how the program is built.
func applyRecord(c *cli.Context, old *formats.Run, folder string, only []string) error {
	for name, values := range old.Options {
		if c.IsSet(name) || only != nil && !slices.Contains(only, name) {
			continue
		}
		for _, value := range values {
			if err := c.Set(name, value); err != nil {
				return fmt.Errorf("%s: %w; was it written by another version?", filepath.Join(folder, formats.RunFile), err)
			}
		}
	}
	return nil
}

func readRecord(folder string) (r formats.Run, err error) {
	content, err := files.Read(filepath.Join(folder, formats.RunFile), files.MaxDefinition)
	if err != nil {
		return r, &inputError{fmt.Errorf("%s is not the output folder of a run: %w", folder, err)}
	}
	if r, err = decodeRecord(content); err != nil {
		return r, &inputError{fmt.Errorf("%s: %w; start again with fizzer run --seeds %s", filepath.Join(folder, formats.RunFile), err,
			filepath.Join(folder, formats.SuiteFolder))}
	}
	return r, nil
}

func decodeRecord(content []byte) (r formats.Run, err error) {
	err = json.Unmarshal(content, &r)
	return r, err
}

// writeRecord writes the options of the run to its output folder. Seeds are not needed again: the suite contains those that covered
// something.
func writeRecord(c *cli.Context, r request) error {
	written := formats.Run{Folder: r.Folder, Options: recorded(c, r.Folder)}
	for _, file := range r.Files {
		absolute, err := filepath.Abs(file)
		if err != nil {
			return &campaign.OutputError{Err: err}
		}
		written.Files = append(written.Files, absolute)
	}
	written.File, written.Files = written.Files[0], written.Files[1:]
	content, err := json.MarshalIndent(written, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(r.Output, 0o755); err != nil {
		return &campaign.OutputError{Err: err}
	}
	if err := files.Write(filepath.Join(r.Output, formats.RunFile), append(content, '\n'), 0o644); err != nil {
		return &campaign.OutputError{Err: err}
	}
	return nil
}

// recorded returns the given options of a run in a folder, as applyRecord takes them.
func recorded(c *cli.Context, folder string) map[string][]string {
	options := map[string][]string{}
	for _, flag := range runFlags() {
		name := flag.Names()[0]
		if !c.IsSet(name) || name == "seeds" || slices.Contains(ofFolder, name) {
			continue
		}
		options[name] = valuesOf(c, flag)
	}
	for _, name := range absolutePaths {
		for i, value := range options[name] {
			options[name][i] = flags.Inside(folder, value)
		}
	}
	return options
}

// valuesOf returns the values given for an option.
func valuesOf(c *cli.Context, flag cli.Flag) []string {
	name := flag.Names()[0]
	if _, many := flag.(*cli.StringSliceFlag); many {
		return c.StringSlice(name)
	}
	return []string{fmt.Sprint(c.Value(name))}
}
