import type { CallEntry } from "./entry.ts";

/** Files and directories: builtins, `os`, `shutil`, `pathlib`, `tempfile`, archives. */
export const fileCalls: readonly CallEntry[] = [
  // What is opened
  {
    calls: "open codecs.open",
    takes: "path|file|filename mode",
    effects: [{ kind: "open", target: "path", mode: "mode", usual: "r" }],
    gives: "file",
  },
  {
    calls: "aiofiles.open",
    takes: "path|file mode",
    effects: [{ kind: "open", target: "path", mode: "mode", usual: "r" }],
    gives: "file",
  },
  {
    calls: "gzip.open bz2.open lzma.open",
    takes: "path|filename mode",
    effects: [{ kind: "open", target: "path", mode: "mode", usual: "r" }],
    gives: "file",
  },
  {
    calls: "gzip.GzipFile bz2.BZ2File lzma.LZMAFile",
    takes: "path|filename mode",
    effects: [{ kind: "open", target: "path", mode: "mode", usual: "r" }],
    gives: "file",
    adds: "encoded",
  },
  {
    calls: "pathlib.Path.open",
    takes: "mode",
    effects: [{ kind: "open", target: "self", mode: "mode", usual: "r" }],
    gives: "file",
    keeps: "",
  },
  { calls: "os.fdopen", takes: "path mode", gives: "file" },
  {
    calls: "os.open",
    takes: "path flags",
    effects: [{ kind: "open", target: "path", mode: "flags", usual: "r" }],
    gives: "file",
  },
  {
    calls: "fileinput.input fileinput.FileInput",
    takes: "files inplace",
    effects: [
      { kind: "read", target: "files" },
      { kind: "write", target: "files", mode: "change", given: "inplace" },
    ],
    gives: "file",
  },
  { calls: "linecache.getline linecache.getlines", takes: "path", effects: [{ kind: "read", target: "path" }] },
  { calls: "mmap.mmap", takes: "path length", gives: "file" },
  {
    calls: "file.write file.writelines tempfile.write tempfile.writelines",
    takes: "data",
    effects: [{ kind: "write", target: "self", mode: "change", from: "data" }],
  },
  {
    calls: "os.write os.pwrite",
    takes: "file data",
    effects: [{ kind: "write", target: "file", mode: "change", from: "data" }],
  },
  {
    calls: "os.sendfile",
    takes: "out file",
    effects: [{ kind: "write", target: "out", mode: "change", from: "file" }],
  },
  { calls: "file.truncate", effects: [{ kind: "write", target: "self", mode: "change" }] },
  { calls: "os.read os.pread os.readv", takes: "file" },

  // `os`
  { calls: "os.remove os.unlink os.rmdir os.removedirs", takes: "path", effects: [{ kind: "delete", target: "path" }] },
  { calls: "os.rename os.replace os.renames", takes: "src dst", effects: [{ kind: "move", target: "src", to: "dst" }] },
  {
    calls: "os.mkdir os.makedirs os.mkfifo os.mknod",
    takes: "path|name",
    effects: [{ kind: "write", target: "path" }],
  },
  { calls: "os.link os.symlink", takes: "src dst", effects: [{ kind: "write", target: "dst" }] },
  { calls: "os.truncate os.ftruncate", takes: "path", effects: [{ kind: "destroy", target: "path" }] },
  { calls: "os.utime", takes: "path", effects: [{ kind: "write", target: "path", mode: "change" }] },
  {
    calls: "os.chmod os.lchmod os.fchmod",
    takes: "path mode",
    effects: [{ kind: "permission", target: "path", change: "mode", value: "mode" }],
  },
  {
    calls: "os.chown os.lchown os.fchown shutil.chown",
    takes: "path|fd user|uid group|gid",
    effects: [{ kind: "permission", target: "path", change: "owner", value: "user" }],
  },
  {
    calls: "os.setxattr os.removexattr os.chflags os.lchflags",
    takes: "path value",
    effects: [{ kind: "permission", target: "path", change: "attributes", value: "value" }],
  },
  { calls: "os.listdir", takes: "path", effects: [{ kind: "list", target: "path" }], gives: "names", several: true },
  {
    calls: "os.scandir",
    takes: "path",
    effects: [{ kind: "list", target: "path" }],
    gives: "os.DirEntry",
    several: true,
  },
  {
    calls: "os.walk os.fwalk",
    takes: "path|top",
    effects: [{ kind: "list", target: "path", recursive: true }],
    gives: "os.walk",
  },
  { calls: "os.readlink", takes: "path", effects: [{ kind: "read", target: "path" }] },

  // `shutil` and the like
  { calls: "shutil.rmtree", takes: "path", effects: [{ kind: "delete", target: "path", recursive: true }] },
  { calls: "shutil.move", takes: "src dst", effects: [{ kind: "move", target: "src", to: "dst" }] },
  {
    calls: "shutil.copy shutil.copy2 shutil.copyfile",
    takes: "src dst",
    effects: [
      { kind: "read", target: "src" },
      { kind: "write", target: "dst", mode: "replace", from: "@fetched" },
    ],
  },
  {
    calls: "shutil.copytree distutils.dir_util.copy_tree",
    takes: "src dst",
    effects: [
      { kind: "read", target: "src", recursive: true },
      { kind: "write", target: "dst", recursive: true, from: "@fetched" },
    ],
  },
  {
    calls: "distutils.dir_util.remove_tree",
    takes: "path",
    effects: [{ kind: "delete", target: "path", recursive: true }],
  },
  {
    calls: "distutils.file_util.copy_file",
    takes: "src dst",
    effects: [
      { kind: "read", target: "src" },
      { kind: "write", target: "dst", mode: "replace", from: "@fetched" },
    ],
  },
  {
    calls: "shutil.copyfileobj",
    takes: "src|fsrc dst|fdst",
    effects: [{ kind: "write", target: "dst", mode: "change", from: "src" }],
  },
  {
    calls: "shutil.copymode shutil.copystat",
    takes: "src dst",
    effects: [{ kind: "permission", target: "dst", change: "mode", value: "" }],
  },
  {
    calls: "shutil.make_archive",
    takes: "base|base_name format path|root_dir base_dir",
    effects: [
      { kind: "read", target: "path base_dir", recursive: true },
      { kind: "write", target: "base", mode: "replace", from: "@fetched" },
    ],
  },
  {
    calls: "shutil.unpack_archive",
    takes: "archive|filename path|extract_dir",
    effects: [
      { kind: "read", target: "archive" },
      { kind: "write", target: "path", recursive: true, from: "@fetched" },
    ],
  },
  { calls: "send2trash.send2trash", takes: "path", effects: [{ kind: "delete", target: "path", recursive: true }] },
  {
    calls: "glob.glob glob.iglob",
    takes: "pattern|pathname",
    effects: [{ kind: "list", target: "pattern", pattern: true }],
    gives: "matches",
    several: true,
  },
  { calls: "filecmp.cmp filecmp.dircmp", takes: "a b", effects: [{ kind: "read", target: "a b" }] },

  // `pathlib`
  { calls: "pathlib.Path.read_text pathlib.Path.read_bytes", effects: [{ kind: "read", target: "self" }] },
  {
    calls: "pathlib.Path.write_text pathlib.Path.write_bytes",
    takes: "data",
    effects: [{ kind: "write", target: "self", mode: "replace", from: "data" }],
  },
  { calls: "pathlib.Path.unlink pathlib.Path.rmdir", effects: [{ kind: "delete", target: "self" }] },
  {
    calls: "pathlib.Path.rename pathlib.Path.replace pathlib.Path.move pathlib.Path.move_into",
    takes: "dst|target",
    effects: [{ kind: "move", target: "self", to: "dst" }],
  },
  {
    calls: "pathlib.Path.copy pathlib.Path.copy_into",
    takes: "dst|target",
    effects: [
      { kind: "read", target: "self", recursive: true },
      { kind: "write", target: "dst", mode: "replace", from: "@fetched" },
    ],
  },
  {
    calls:
      "pathlib.Path.mkdir pathlib.Path.touch pathlib.Path.symlink_to pathlib.Path.hardlink_to pathlib.Path.link_to",
    effects: [{ kind: "write", target: "self" }],
  },
  {
    calls: "pathlib.Path.chmod pathlib.Path.lchmod",
    takes: "mode",
    effects: [{ kind: "permission", target: "self", change: "mode", value: "mode" }],
  },
  { calls: "pathlib.Path.iterdir", effects: [{ kind: "list", target: "self" }], gives: "children", several: true },
  {
    calls: "pathlib.Path.glob pathlib.Path.rglob",
    takes: "pattern",
    effects: [{ kind: "list", target: "self", recursive: true }],
    gives: "descendants",
    several: true,
  },
  {
    calls: "pathlib.Path.walk",
    effects: [{ kind: "list", target: "self", recursive: true }],
    gives: "pathlib.Path.walk",
  },

  // Files that come with a package
  { calls: "importlib.resources.files importlib_resources.files", takes: "package", gives: "package path" },

  // What is not known, by methods that only paths have
  { calls: "*.unlink *.rmdir", effects: [{ kind: "delete", target: "self" }] },
  { calls: "*.read_text *.read_bytes", effects: [{ kind: "read", target: "self" }] },
  {
    calls: "*.write_text *.write_bytes",
    takes: "data",
    effects: [{ kind: "write", target: "self", mode: "replace", from: "data" }],
  },

  // `tempfile`
  {
    calls: "tempfile.NamedTemporaryFile tempfile.TemporaryFile tempfile.SpooledTemporaryFile",
    takes: "mode",
    gives: "tempfile",
  },
  { calls: "tempfile.TemporaryDirectory", gives: "tempfile.TemporaryDirectory" },
  { calls: "tempfile.mkdtemp tempfile.mktemp tempfile.gettempdir tempfile.gettempdirb", gives: "temporary" },
  { calls: "tempfile.mkstemp", gives: "temporary pair" },

  // Archives
  {
    calls: "zipfile.ZipFile tarfile.open tarfile.TarFile",
    takes: "path|file|name|fileobj mode",
    effects: [{ kind: "open", target: "path", mode: "mode", usual: "r" }],
    gives: "archive",
  },
  {
    calls: "zipfile.PyZipFile py7zr.SevenZipFile rarfile.RarFile",
    takes: "path|file mode",
    effects: [{ kind: "open", target: "path", mode: "mode", usual: "r" }],
    gives: "archive",
  },
  {
    calls: "archive.extractall",
    takes: "path",
    effects: [{ kind: "write", target: "path", recursive: true, from: "self" }],
  },
  { calls: "archive.extract", takes: "member path", effects: [{ kind: "write", target: "path", from: "self" }] },
  {
    calls: "archive.write archive.add",
    takes: "path",
    effects: [
      { kind: "read", target: "path", recursive: true },
      { kind: "write", target: "self", mode: "change", from: "@fetched" },
    ],
  },
  {
    calls: "archive.writestr archive.addfile",
    takes: "name data",
    effects: [{ kind: "write", target: "self", mode: "change", from: "data" }],
  },
  { calls: "archive.open archive.extractfile", takes: "member", gives: "buffer" },
];
