package main

import (
	"archive/zip"
	"compress/flate"
	"embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

//go:embed files
var files embed.FS

// part is one file of the archive.
type part struct {
	name    string // path below the top folder
	mode    os.FileMode
	content []byte
}

// stamp is the time of all files in the archive, so that the same content gives the same archive.
var stamp = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// contents collects the parts of the archive. The working directory must be the project's top folder.
func contents(binaries string) ([]part, error) {
	parts, err := licenses()
	if err != nil {
		return nil, err
	}
	for _, file := range []struct {
		name, from string
		mode       os.FileMode
	}{
		{"LICENSE", "LICENSE", 0o644},
		{"bin/fizzer", filepath.Join(binaries, "fizzer"), 0o755},
		{"bin/fizzer-instrument", filepath.Join(binaries, "fizzer-instrument"), 0o755},
	} {
		content, err := os.ReadFile(file.from)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part{file.name, file.mode, content})
	}
	for name, mode := range map[string]os.FileMode{"README.md": 0o644, "smoketest.sh": 0o755, "bin/fizzer-cc": 0o755} {
		content, err := files.ReadFile(path.Join("files", path.Base(name)))
		if err != nil {
			return nil, err
		}
		parts = append(parts, part{name, mode, content})
	}
	slices.SortFunc(parts, func(a, b part) int { return strings.Compare(a.name, b.name) })
	return parts, nil
}

// systemLicenses names the Debian packages of the libraries that are linked statically, which have the licenses.
var systemLicenses = []string{"llvm-19-dev", "libstdc++-12-dev", "zlib1g-dev", "libzstd-dev"}

// licenses collects the license of each library that the executables contain.
func licenses() ([]part, error) {
	out, err := exec.Command("go", "list", "-tags", "llvm19", "-deps",
		"-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}", "./fizzer", "./instrument").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	folders := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if module, folder, found := strings.Cut(strings.TrimSpace(line), "\t"); found {
			folders[module] = folder
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	folders["go"] = strings.TrimSpace(string(root))
	for _, name := range systemLicenses {
		folders[name] = filepath.Join("/usr/share/doc", name)
	}
	var parts []part
	for name, folder := range folders {
		content, err := licenseIn(folder)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part{"licenses/" + strings.ReplaceAll(name, "/", "_"), 0o644, content})
	}
	return parts, nil
}

// licenseIn reads the license in a folder.
func licenseIn(folder string) ([]byte, error) {
	for _, pattern := range []string{"LICENSE*", "COPYING*", "copyright"} {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			return os.ReadFile(found[0])
		}
	}
	return nil, fmt.Errorf("%s holds no license; what is linked must come with one", folder)
}

// writeZip writes the parts below one top folder.
func writeZip(path, top string, parts []part) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	archive := zip.NewWriter(file)
	archive.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	for _, p := range parts {
		header := &zip.FileHeader{Name: top + "/" + p.name, Method: zip.Deflate, Modified: stamp}
		header.SetMode(p.mode)
		w, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := w.Write(p.content); err != nil {
			return err
		}
	}
	return archive.Close()
}
