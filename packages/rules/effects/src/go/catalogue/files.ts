import type { CallEntry } from "../../engine/call-entry.ts";

/** Functions for files and directories: `os`, `io`, `io/fs`, `io/ioutil`, `path/filepath`, archives, `afero`. */
export const fileCalls: readonly CallEntry[] = [
  // Files that are opened
  {
    calls: "os.Open",
    parameters: "path",
    effects: [{ kind: "open", target: "path", mode: "", usual: "r" }],
    returns: "file",
  },
  {
    calls: "os.Create",
    parameters: "path",
    effects: [{ kind: "open", target: "path", mode: "", usual: "w" }],
    returns: "file",
  },
  {
    calls: "os.OpenFile syscall.Open",
    parameters: "path flags permissions",
    effects: [{ kind: "open", target: "path", mode: "flags", usual: "r" }],
    returns: "file",
  },
  {
    calls:
      "file.Write file.WriteString file.WriteAt file.ReadFrom file.WriteByte file.WriteRune file.Encode file.WriteAll " +
      "tempfile.Write tempfile.WriteString tempfile.WriteAt tempfile.ReadFrom tempfile.WriteByte tempfile.WriteRune tempfile.Encode tempfile.WriteAll",
    parameters: "data",
    effects: [{ kind: "write", target: "self", mode: "change", from: "data" }],
  },
  { calls: "file.Truncate", parameters: "size", effects: [{ kind: "destroy", target: "self" }] },
  {
    calls: "file.Chmod",
    parameters: "mode",
    effects: [{ kind: "permission", target: "self", change: "mode", value: "mode" }],
  },
  {
    calls: "file.Chown",
    parameters: "user group",
    effects: [{ kind: "permission", target: "self", change: "owner", value: "user" }],
  },
  {
    calls: "file.ReadDir file.Readdir file.Readdirnames",
    parameters: "count",
    effects: [{ kind: "list", target: "self" }],
    returns: "names",
    returnsMany: true,
  },

  // `os`
  {
    calls: "os.Remove syscall.Unlink syscall.Rmdir",
    parameters: "path",
    effects: [{ kind: "delete", target: "path" }],
  },
  { calls: "syscall.Unlinkat", parameters: "directory path", effects: [{ kind: "delete", target: "path" }] },
  { calls: "os.RemoveAll", parameters: "path", effects: [{ kind: "delete", target: "path", recursive: true }] },
  { calls: "os.Rename syscall.Rename", parameters: "src dst", effects: [{ kind: "move", target: "src", to: "dst" }] },
  {
    calls: "os.Mkdir syscall.Mkdir syscall.Mkfifo syscall.Mknod",
    parameters: "path mode",
    effects: [{ kind: "write", target: "path", isNewUnless: "exists" }],
  },
  { calls: "os.MkdirAll", parameters: "path mode", effects: [{ kind: "write", target: "path" }] },
  {
    calls: "os.Symlink os.Link syscall.Symlink syscall.Link",
    parameters: "src dst",
    effects: [{ kind: "write", target: "dst", linkTo: "src" }],
  },
  { calls: "os.Truncate syscall.Truncate", parameters: "path size", effects: [{ kind: "destroy", target: "path" }] },
  { calls: "os.Chtimes", parameters: "path", effects: [{ kind: "write", target: "path", mode: "change" }] },
  {
    calls: "os.Chmod syscall.Chmod",
    parameters: "path mode",
    effects: [{ kind: "permission", target: "path", change: "mode", value: "mode" }],
  },
  {
    calls: "os.Chown os.Lchown syscall.Chown syscall.Lchown",
    parameters: "path user group",
    effects: [{ kind: "permission", target: "path", change: "owner", value: "user" }],
  },
  {
    calls: "syscall.Setxattr syscall.Removexattr",
    parameters: "path value",
    effects: [{ kind: "permission", target: "path", change: "attributes", value: "value" }],
  },
  { calls: "os.ReadFile io/ioutil.ReadFile", parameters: "path", effects: [{ kind: "read", target: "path" }] },
  { calls: "os.Readlink syscall.Readlink", parameters: "path", effects: [{ kind: "read", target: "path" }] },
  {
    calls: "os.WriteFile io/ioutil.WriteFile",
    parameters: "path data mode",
    effects: [{ kind: "write", target: "path", mode: "replace", from: "data" }],
  },
  {
    calls: "os.ReadDir io/ioutil.ReadDir",
    parameters: "path",
    effects: [{ kind: "list", target: "path" }],
    returns: "os.DirEntry",
    returnsMany: true,
  },
  {
    calls: "os.CopyFS",
    parameters: "path files",
    effects: [{ kind: "write", target: "path", recursive: true, from: "files" }],
  },
  { calls: "os.DirFS", parameters: "path", returns: "io/fs.FS" },
  { calls: "os.OpenRoot", parameters: "path", returns: "os.Root" },
  {
    calls: "os.Root.Remove os.Root.RemoveAll os.Root.Rename",
    parameters: "name",
    effects: [{ kind: "delete", target: "self.path", recursive: true }],
  },
  {
    calls: "os.Root.Create os.Root.OpenFile os.Root.WriteFile os.Root.Mkdir os.Root.MkdirAll",
    parameters: "name",
    effects: [{ kind: "write", target: "self.path", recursive: true }],
    returns: "file",
  },
  { calls: "os.Stat os.Lstat os.Root.Stat", parameters: "path", returns: "io/fs.FileInfo" },
  { calls: "io/fs.DirEntry io/fs.FileInfo os.FileInfo", parameters: "path", returns: "io/fs.FileInfo" },

  // Temporary files
  { calls: "os.MkdirTemp io/ioutil.TempDir", parameters: "dir pattern", returns: "temporary" },
  { calls: "os.CreateTemp io/ioutil.TempFile", parameters: "dir pattern", returns: "tempfile" },
  { calls: "testing.T.TempDir", returns: "temporary" },
  { calls: "testing.T testing.B testing.F testing.M", returns: "testing.T" },

  // Trees of files
  {
    calls: "path/filepath.Walk path/filepath.WalkDir",
    parameters: "path visit",
    effects: [{ kind: "list", target: "path", recursive: true }],
  },
  {
    calls: "path/filepath.Glob",
    parameters: "pattern",
    effects: [{ kind: "list", target: "pattern", pattern: true }],
    returns: "matches",
    returnsMany: true,
  },
  { calls: "path/filepath.EvalSymlinks", parameters: "path" },
  {
    calls: "github.com/otiai10/copy.Copy github.com/plus3it/gorecurcopy.CopyDirectory",
    parameters: "src dst",
    effects: [
      { kind: "read", target: "src", recursive: true },
      { kind: "write", target: "dst", recursive: true, from: "@fetched" },
    ],
  },

  // Archives
  {
    calls: "archive/zip.OpenReader",
    parameters: "path",
    effects: [{ kind: "read", target: "path" }],
    returns: "archive",
  },
  {
    calls: "github.com/mholt/archiver/v3.Unarchive github.com/mholt/archiver.Unarchive github.com/walle/targz.Extract",
    parameters: "archive path",
    effects: [
      { kind: "read", target: "archive" },
      { kind: "write", target: "path", recursive: true, from: "@fetched" },
    ],
  },
  {
    calls: "github.com/mholt/archiver/v3.Archive github.com/mholt/archiver.Archive",
    parameters: "files path",
    effects: [
      { kind: "read", target: "files", recursive: true },
      { kind: "write", target: "path", mode: "replace", from: "@fetched" },
    ],
  },

  // `afero`: the file system of the machine, and functions that take it first
  {
    calls: "github.com/spf13/afero.NewOsFs github.com/spf13/afero.NewReadOnlyFs github.com/spf13/afero.Fs",
    returns: "github.com/spf13/afero.Fs",
  },
  {
    calls: "github.com/spf13/afero.NewBasePathFs",
    parameters: "files path",
    returns: "github.com/spf13/afero.BasePathFs",
  },
  { calls: "github.com/spf13/afero.NewMemMapFs", returns: "github.com/spf13/afero.MemMapFs" },
  {
    calls: "github.com/spf13/afero.MemMapFs.RemoveAll github.com/spf13/afero.MemMapFs.Remove",
    parameters: "path",
  },
  {
    calls: "github.com/spf13/afero.BasePathFs.Remove github.com/spf13/afero.BasePathFs.RemoveAll",
    parameters: "name",
    effects: [{ kind: "delete", target: "self.path", recursive: true }],
  },
  {
    calls: "github.com/spf13/afero.Fs.Remove",
    parameters: "path",
    effects: [{ kind: "delete", target: "path" }],
  },
  {
    calls: "github.com/spf13/afero.Fs.RemoveAll",
    parameters: "path",
    effects: [{ kind: "delete", target: "path", recursive: true }],
  },
  {
    calls: "github.com/spf13/afero.Fs.Rename",
    parameters: "src dst",
    effects: [{ kind: "move", target: "src", to: "dst" }],
  },
  {
    calls: "github.com/spf13/afero.Fs.Mkdir github.com/spf13/afero.Fs.MkdirAll",
    parameters: "path mode",
    effects: [{ kind: "write", target: "path" }],
  },
  {
    calls: "github.com/spf13/afero.Fs.Chmod",
    parameters: "path mode",
    effects: [{ kind: "permission", target: "path", change: "mode", value: "mode" }],
  },
  {
    calls: "github.com/spf13/afero.Fs.Open",
    parameters: "path",
    effects: [{ kind: "open", target: "path", mode: "", usual: "r" }],
    returns: "file",
  },
  {
    calls: "github.com/spf13/afero.Fs.Create",
    parameters: "path",
    effects: [{ kind: "open", target: "path", mode: "", usual: "w" }],
    returns: "file",
  },
  {
    calls: "github.com/spf13/afero.Fs.OpenFile",
    parameters: "path flags permissions",
    effects: [{ kind: "open", target: "path", mode: "flags", usual: "r" }],
    returns: "file",
  },
  {
    calls: "github.com/spf13/afero.ReadFile",
    parameters: "files path",
    effects: [{ kind: "read", target: "path" }],
  },
  {
    calls: "github.com/spf13/afero.WriteFile github.com/spf13/afero.SafeWriteReader github.com/spf13/afero.WriteReader",
    parameters: "files path data",
    effects: [{ kind: "write", target: "path", mode: "replace", from: "data" }],
  },
  {
    calls: "*.RemoveAll",
    parameters: "path",
    effects: [{ kind: "delete", target: "path", recursive: true }],
  },
];
