import type { CallEntry } from "../../engine/call-entry.ts";

/** Functions for files and directories: builtins, `os`, `shutil`, `tempfile`, archives. */
export const fileCalls: readonly CallEntry[] = [
  // Files that are opened
  {
    calls: "open codecs.open",
    parameters: "path|file|filename mode",
    effects: [{ kind: "open", target: "path", mode: "mode", usual: "r" }],
    returns: "file",
  },
  {
    calls: "aiofiles.open",
    parameters: "path|file mode",
    effects: [{ kind: "open", target: "path", mode: "mode", usual: "r" }],
    returns: "file",
  },
  {
    calls: "gzip.open bz2.open lzma.open",
    parameters: "path|filename mode",
    effects: [{ kind: "open", target: "path", mode: "mode", usual: "r" }],
    returns: "file",
  },
  {
    calls: "gzip.GzipFile bz2.BZ2File lzma.LZMAFile",
    parameters: "path|filename mode",
    effects: [{ kind: "open", target: "path", mode: "mode", usual: "r" }],
    returns: "file",
    addsOrigin: "encoded",
  },
  { calls: "os.fdopen", parameters: "path mode", returns: "file" },
  {
    calls: "os.open",
    parameters: "path flags",
    effects: [{ kind: "open", target: "path", mode: "flags", usual: "r" }],
    returns: "file",
  },
  {
    calls: "fileinput.input fileinput.FileInput",
    parameters: "files inplace",
    effects: [
      { kind: "read", target: "files" },
      { kind: "write", target: "files", mode: "change", onlyIf: "inplace" },
    ],
    returns: "file",
  },
  { calls: "linecache.getline linecache.getlines", parameters: "path", effects: [{ kind: "read", target: "path" }] },
  { calls: "mmap.mmap", parameters: "path length", returns: "file" },
  {
    calls: "file.write file.writelines tempfile.write tempfile.writelines",
    parameters: "data",
    effects: [{ kind: "write", target: "self", mode: "change", from: "data" }],
  },
  {
    calls: "os.write os.pwrite",
    parameters: "file data",
    effects: [{ kind: "write", target: "file", mode: "change", from: "data" }],
  },
  {
    calls: "os.sendfile",
    parameters: "out file",
    effects: [{ kind: "write", target: "out", mode: "change", from: "file" }],
  },
  { calls: "file.truncate", effects: [{ kind: "write", target: "self", mode: "change" }] },
  { calls: "os.read os.pread os.readv", parameters: "file" },

  // `os`
  {
    calls: "os.remove os.unlink os.rmdir os.removedirs",
    parameters: "path",
    effects: [{ kind: "delete", target: "path" }],
  },
  {
    calls: "os.rename os.replace os.renames",
    parameters: "src dst",
    effects: [{ kind: "move", target: "src", to: "dst" }],
  },
  {
    calls: "os.mkdir os.makedirs os.mkfifo os.mknod",
    parameters: "path|name",
    effects: [{ kind: "write", target: "path", isNewUnless: "exist_ok" }],
  },
  { calls: "os.link os.symlink", parameters: "src dst", effects: [{ kind: "write", target: "dst", linkTo: "src" }] },
  { calls: "os.truncate os.ftruncate", parameters: "path", effects: [{ kind: "destroy", target: "path" }] },
  { calls: "os.utime", parameters: "path", effects: [{ kind: "write", target: "path", mode: "change" }] },
  {
    calls: "os.chmod os.lchmod os.fchmod",
    parameters: "path mode",
    effects: [{ kind: "permission", target: "path", change: "mode", value: "mode" }],
  },
  {
    calls: "os.chown os.lchown os.fchown shutil.chown",
    parameters: "path|fd user|uid group|gid",
    effects: [{ kind: "permission", target: "path", change: "owner", value: "user" }],
  },
  {
    calls: "os.setxattr os.removexattr os.chflags os.lchflags",
    parameters: "path value",
    effects: [{ kind: "permission", target: "path", change: "attributes", value: "value" }],
  },
  {
    calls: "os.listdir",
    parameters: "path",
    effects: [{ kind: "list", target: "path" }],
    returns: "names",
    returnsMany: true,
  },
  {
    calls: "os.scandir",
    parameters: "path",
    effects: [{ kind: "list", target: "path" }],
    returns: "os.DirEntry",
    returnsMany: true,
  },
  {
    calls: "os.walk os.fwalk",
    parameters: "path|top",
    effects: [{ kind: "list", target: "path", recursive: true }],
    returns: "os.walk",
  },
  { calls: "os.readlink", parameters: "path", effects: [{ kind: "read", target: "path" }] },

  // `shutil` and the like
  { calls: "shutil.rmtree", parameters: "path", effects: [{ kind: "delete", target: "path", recursive: true }] },
  { calls: "shutil.move", parameters: "src dst", effects: [{ kind: "move", target: "src", to: "dst" }] },
  {
    calls: "shutil.copy shutil.copy2 shutil.copyfile",
    parameters: "src dst",
    effects: [
      { kind: "read", target: "src" },
      { kind: "write", target: "dst", mode: "replace", from: "@fetched" },
    ],
  },
  {
    calls: "shutil.copytree distutils.dir_util.copy_tree",
    parameters: "src dst",
    effects: [
      { kind: "read", target: "src", recursive: true },
      { kind: "write", target: "dst", recursive: true, from: "@fetched" },
    ],
  },
  {
    calls: "distutils.dir_util.remove_tree",
    parameters: "path",
    effects: [{ kind: "delete", target: "path", recursive: true }],
  },
  {
    calls: "distutils.file_util.copy_file",
    parameters: "src dst",
    effects: [
      { kind: "read", target: "src" },
      { kind: "write", target: "dst", mode: "replace", from: "@fetched" },
    ],
  },
  {
    calls: "shutil.copyfileobj",
    parameters: "src|fsrc dst|fdst",
    effects: [{ kind: "write", target: "dst", mode: "change", from: "src" }],
  },
  {
    calls: "shutil.copymode shutil.copystat",
    parameters: "src dst",
    effects: [{ kind: "permission", target: "dst", change: "mode", value: "" }],
  },
  {
    calls: "shutil.make_archive",
    parameters: "base|base_name format path|root_dir base_dir",
    effects: [
      { kind: "read", target: "path base_dir", recursive: true },
      { kind: "write", target: "base", mode: "replace", from: "@fetched" },
    ],
  },
  {
    calls: "shutil.unpack_archive",
    parameters: "archive|filename path|extract_dir",
    effects: [
      { kind: "read", target: "archive" },
      { kind: "write", target: "path", recursive: true, from: "@fetched" },
    ],
  },
  {
    calls: "send2trash.send2trash",
    parameters: "path",
    effects: [{ kind: "delete", target: "path", recursive: true }],
  },
  {
    calls: "glob.glob glob.iglob",
    parameters: "pattern|pathname",
    effects: [{ kind: "list", target: "pattern", pattern: true }],
    returns: "matches",
    returnsMany: true,
  },
  { calls: "filecmp.cmp filecmp.dircmp", parameters: "a b", effects: [{ kind: "read", target: "a b" }] },

  // `tempfile`
  {
    calls: "tempfile.NamedTemporaryFile tempfile.TemporaryFile tempfile.SpooledTemporaryFile",
    parameters: "mode",
    returns: "tempfile",
  },
  { calls: "tempfile.TemporaryDirectory", returns: "tempfile.TemporaryDirectory" },
  { calls: "tempfile.mkdtemp tempfile.mktemp tempfile.gettempdir tempfile.gettempdirb", returns: "temporary" },
  { calls: "tempfile.mkstemp", returns: "temporary pair" },

  // Archives
  {
    calls: "zipfile.ZipFile tarfile.open tarfile.TarFile",
    parameters: "path|file|name|fileobj mode",
    effects: [{ kind: "open", target: "path", mode: "mode", usual: "r" }],
    returns: "archive",
  },
  {
    calls: "zipfile.PyZipFile py7zr.SevenZipFile rarfile.RarFile",
    parameters: "path|file mode",
    effects: [{ kind: "open", target: "path", mode: "mode", usual: "r" }],
    returns: "archive",
  },
  {
    calls: "archive.extractall",
    parameters: "path",
    effects: [{ kind: "write", target: "path", recursive: true, from: "self" }],
  },
  { calls: "archive.extract", parameters: "member path", effects: [{ kind: "write", target: "path", from: "self" }] },
  {
    calls: "archive.write archive.add",
    parameters: "path",
    effects: [
      { kind: "read", target: "path", recursive: true },
      { kind: "write", target: "self", mode: "change", from: "@fetched" },
    ],
  },
  {
    calls: "archive.writestr archive.addfile",
    parameters: "name data",
    effects: [{ kind: "write", target: "self", mode: "change", from: "data" }],
  },
  { calls: "archive.open archive.extractfile", parameters: "member", returns: "buffer" },
];
