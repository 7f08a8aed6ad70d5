import type { CallEntry } from "../../engine/call-entry.ts";
import {
  call,
  changes,
  copiesAll,
  creates,
  createsAll,
  deletes,
  deletesAll,
  destroys,
  links,
  lists,
  listsAll,
  moves,
  opens,
  reads,
  readsAll,
  replaces,
  returns,
  returnsMany,
  setsAttributes,
  setsMode,
  setsOwner,
} from "../../engine/rows.ts";

/** The effects of Go functions for files and directories: `os`, `io`, `io/fs`, `io/ioutil`, `path/filepath`, archives, `afero`. */
export const fileCalls: readonly CallEntry[] = [
  // Files that are opened
  call("os.Open", "path", opens("path", ""), returns("file")),
  call("os.Create", "path", opens("path", "", "w"), returns("file")),
  call("os.OpenFile syscall.Open", "path flags permissions", opens("path", "flags"), returns("file")),
  call(
    "file.Write file.WriteString file.WriteAt file.ReadFrom file.WriteByte file.WriteRune file.Encode file.WriteAll " +
      "tempfile.Write tempfile.WriteString tempfile.WriteAt tempfile.ReadFrom tempfile.WriteByte tempfile.WriteRune tempfile.Encode tempfile.WriteAll",
    "data",
    changes("self", "data"),
  ),
  call("file.Truncate", "size", destroys("self")),
  call("file.Chmod", "mode", setsMode("self", "mode")),
  call("file.Chown", "user group", setsOwner("self", "user")),
  call("file.ReadDir file.Readdir file.Readdirnames", "count", lists("self"), returnsMany("names")),

  // `os`
  call("os.Remove syscall.Unlink syscall.Rmdir", "path", deletes("path")),
  call("syscall.Unlinkat", "directory path", deletes("path")),
  call("os.RemoveAll", "path", deletesAll("path")),
  call("os.Rename syscall.Rename", "src dst", moves("src", "dst")),
  call(
    "os.Mkdir syscall.Mkdir syscall.Mkfifo syscall.Mknod",
    "path mode",
    creates("path", undefined, { isNewUnless: "exists" }),
  ),
  call("os.MkdirAll", "path mode", creates("path")),
  call("os.Symlink os.Link syscall.Symlink syscall.Link", "src dst", links("dst", "src")),
  call("os.Truncate syscall.Truncate", "path size", destroys("path")),
  call("os.Chtimes", "path", changes("path")),
  call("os.Chmod syscall.Chmod", "path mode", setsMode("path", "mode")),
  call("os.Chown os.Lchown syscall.Chown syscall.Lchown", "path user group", setsOwner("path", "user")),
  call("syscall.Setxattr syscall.Removexattr", "path value", setsAttributes("path", "value")),
  call("os.ReadFile io/ioutil.ReadFile os.Readlink syscall.Readlink", "path", reads("path")),
  call("os.WriteFile io/ioutil.WriteFile", "path data mode", replaces("path", "data")),
  call("os.ReadDir io/ioutil.ReadDir", "path", lists("path"), returnsMany("os.DirEntry")),
  call("os.CopyFS", "path files", createsAll("path", "files")),
  call("os.DirFS", "path", returns("io/fs.FS")),
  call("os.OpenRoot", "path", returns("os.Root")),
  call("os.Root.Remove os.Root.RemoveAll os.Root.Rename", "name", deletesAll("self.path")),
  call(
    "os.Root.Create os.Root.OpenFile os.Root.WriteFile os.Root.Mkdir os.Root.MkdirAll",
    "name",
    createsAll("self.path"),
    returns("file"),
  ),
  call("os.Stat os.Lstat os.Root.Stat io/fs.DirEntry io/fs.FileInfo os.FileInfo", "path", returns("io/fs.FileInfo")),

  // Temporary files
  call("os.MkdirTemp io/ioutil.TempDir", "dir pattern", returns("temporary")),
  call("os.CreateTemp io/ioutil.TempFile", "dir pattern", returns("tempfile")),
  call("testing.T.TempDir", "", returns("temporary")),
  call("testing.T testing.B testing.F testing.M", "", returns("testing.T")),

  // Trees of files
  call("path/filepath.Walk path/filepath.WalkDir", "path visit", listsAll("path")),
  call("path/filepath.Glob", "pattern", lists("pattern", { pattern: true }), returnsMany("matches")),
  call("path/filepath.EvalSymlinks", "path"),
  call("github.com/otiai10/copy.Copy github.com/plus3it/gorecurcopy.CopyDirectory", "src dst", copiesAll("src", "dst")),

  // Archives
  call("archive/zip.OpenReader", "path", reads("path"), returns("archive")),
  call(
    "github.com/mholt/archiver/v3.Unarchive github.com/mholt/archiver.Unarchive github.com/walle/targz.Extract",
    "archive path",
    reads("archive"),
    createsAll("path", "@fetched"),
  ),
  call(
    "github.com/mholt/archiver/v3.Archive github.com/mholt/archiver.Archive",
    "files path",
    readsAll("files"),
    replaces("path", "@fetched"),
  ),

  // `afero`: the file system of the machine, and functions that take it first
  call(
    "github.com/spf13/afero.NewOsFs github.com/spf13/afero.NewReadOnlyFs github.com/spf13/afero.Fs",
    "",
    returns("github.com/spf13/afero.Fs"),
  ),
  call("github.com/spf13/afero.NewBasePathFs", "files path", returns("github.com/spf13/afero.BasePathFs")),
  call("github.com/spf13/afero.NewMemMapFs", "", returns("github.com/spf13/afero.MemMapFs")),
  call("github.com/spf13/afero.MemMapFs.RemoveAll github.com/spf13/afero.MemMapFs.Remove", "path"),
  call(
    "github.com/spf13/afero.BasePathFs.Remove github.com/spf13/afero.BasePathFs.RemoveAll",
    "name",
    deletesAll("self.path"),
  ),
  call("github.com/spf13/afero.Fs.Remove", "path", deletes("path")),
  call("github.com/spf13/afero.Fs.RemoveAll *.RemoveAll", "path", deletesAll("path")),
  call("github.com/spf13/afero.Fs.Rename", "src dst", moves("src", "dst")),
  call("github.com/spf13/afero.Fs.Mkdir github.com/spf13/afero.Fs.MkdirAll", "path mode", creates("path")),
  call("github.com/spf13/afero.Fs.Chmod", "path mode", setsMode("path", "mode")),
  call("github.com/spf13/afero.Fs.Open", "path", opens("path", ""), returns("file")),
  call("github.com/spf13/afero.Fs.Create", "path", opens("path", "", "w"), returns("file")),
  call("github.com/spf13/afero.Fs.OpenFile", "path flags permissions", opens("path", "flags"), returns("file")),
  call("github.com/spf13/afero.ReadFile", "files path", reads("path")),
  call(
    "github.com/spf13/afero.WriteFile github.com/spf13/afero.SafeWriteReader github.com/spf13/afero.WriteReader",
    "files path data",
    replaces("path", "data"),
  ),
];
