// Package archive packs the files of a folder for the way over the network, and unpacks what arrived from there. Unpacking trusts
// nothing: it makes regular files only, never outside of the folder and never over another one, and ends at its limits.
package archive

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits bound an archive.
type Limits struct {
	Files int   // how many
	Bytes int64 // of all files together, unpacked
}

// Bounds of each name; picked by hand.
const (
	maxName  = 512 // bytes
	maxDepth = 8   // folders
)

// ErrLimit means that an archive is beyond its limits.
var ErrLimit = errors.New("the archive is beyond its limits")

// ErrHostile means that an archive has an entry that no honest sender packs.
var ErrHostile = errors.New("the archive is not one of ours")

// Pack writes the regular files below a folder, in the order of their names. Links and other files are left out, and so are those whose
// name Unpack would refuse. The error wraps ErrLimit where the files are beyond the limits.
func Pack(w io.Writer, folder string, limits Limits) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	zipped := gzip.NewWriter(w)
	packed := tar.NewWriter(zipped)
	p := packer{root: root, out: packed, left: limits}
	if err := fs.WalkDir(root.FS(), ".", p.visit); err != nil {
		return fmt.Errorf("packing %s: %w", folder, err)
	}
	return errors.Join(packed.Close(), zipped.Close())
}

// packer writes the files of a folder.
type packer struct {
	root *os.Root
	out  *tar.Writer
	left Limits
}

func (p *packer) visit(name string, entry fs.DirEntry, err error) error {
	if err != nil || !entry.Type().IsRegular() || checkName(name) != nil {
		return err
	}
	file, err := p.root.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if err := p.left.take(info.Size()); err != nil {
		return err
	}
	if err := p.out.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: info.Size(), Mode: 0o644}); err != nil {
		return err
	}
	_, err = io.CopyN(p.out, file, info.Size())
	return err
}

// take takes a file from what is left.
func (l *Limits) take(size int64) error {
	l.Files--
	l.Bytes -= size
	if size < 0 || l.Files < 0 || l.Bytes < 0 {
		return ErrLimit
	}
	return nil
}

// Unpack writes the files of an archive below an existing folder. The error wraps ErrLimit or ErrHostile if the archive is at fault; then
// some files may be there.
func Unpack(r io.Reader, folder string, limits Limits) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	zipped, err := gzip.NewReader(r)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrHostile, err)
	}
	zipped.Multistream(false)
	// Headers of many bytes that describe no file are bounded, too.
	bounded := &io.LimitedReader{R: zipped, N: limits.Bytes + int64(limits.Files+2)*maxHeader}
	packed := tar.NewReader(bounded)
	for {
		header, err := packed.Next()
		switch {
		case errors.Is(err, io.EOF) && bounded.N > 0:
			return nil
		case bounded.N <= 0:
			return ErrLimit
		case err != nil:
			return fmt.Errorf("%w: %w", ErrHostile, err)
		}
		if err := unpackFile(root, header, packed, &limits); err != nil {
			return err
		}
	}
}

// maxHeader is the room of a file's header, padding and long name in an archive.
const maxHeader = 4096

func unpackFile(root *os.Root, header *tar.Header, content io.Reader, left *Limits) error {
	if header.Typeflag != tar.TypeReg {
		return fmt.Errorf("%w: %.80q is no regular file", ErrHostile, header.Name)
	}
	if err := checkName(header.Name); err != nil {
		return err
	}
	if err := left.take(header.Size); err != nil {
		return err
	}
	if err := makeFolders(root, path.Dir(header.Name)); err != nil {
		return err
	}
	file, err := root.OpenFile(header.Name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w: there already is a %.80q", ErrHostile, header.Name)
	}
	if err != nil {
		return err
	}
	_, err = io.CopyN(file, content, header.Size)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = fmt.Errorf("%w: %.80q ends early", ErrHostile, header.Name)
	}
	return errors.Join(err, file.Close())
}

// makeFolders makes the folders of a path that checkName has accepted.
func makeFolders(root *os.Root, name string) error {
	if name == "." {
		return nil
	}
	if err := makeFolders(root, path.Dir(name)); err != nil {
		return err
	}
	if err := root.Mkdir(name, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if info, err := root.Lstat(name); err != nil || !info.IsDir() {
		return fmt.Errorf("%w: %.80q is no folder", ErrHostile, name)
	}
	return nil
}

// checkName accepts relative names without dots as parts, of printable characters.
func checkName(name string) error {
	if !fs.ValidPath(name) || name == "." || len(name) > maxName || strings.Count(name, "/") > maxDepth || !utf8.ValidString(name) ||
		strings.ContainsRune(name, '\\') || strings.ContainsFunc(name, unicode.IsControl) {
		return fmt.Errorf("%w: the name %.80q is refused", ErrHostile, name)
	}
	return nil
}
