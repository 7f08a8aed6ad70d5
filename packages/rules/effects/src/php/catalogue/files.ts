import type { CallEntry, EffectEntry } from "../../engine/call-entry.ts";

const copied: readonly EffectEntry[] = [
  { kind: "read", target: "src" },
  { kind: "write", target: "dst", mode: "replace", from: "@fetched" },
];
const copiedTree: readonly EffectEntry[] = [
  { kind: "read", target: "src", recursive: true },
  { kind: "write", target: "dst", recursive: true, from: "@fetched" },
];
const moved: readonly EffectEntry[] = [{ kind: "move", target: "src", to: "dst" }];
const deleted: readonly EffectEntry[] = [{ kind: "delete", target: "path" }];
const deletedTree: readonly EffectEntry[] = [{ kind: "delete", target: "path", recursive: true }];
const read: readonly EffectEntry[] = [{ kind: "read", target: "path" }];
const replaced: readonly EffectEntry[] = [{ kind: "write", target: "path", mode: "replace", from: "data" }];
const appended: readonly EffectEntry[] = [{ kind: "write", target: "path", mode: "append", from: "data" }];
const created: readonly EffectEntry[] = [{ kind: "write", target: "path" }];
const linked: readonly EffectEntry[] = [{ kind: "write", target: "link", linkTo: "src" }];
const opened: readonly EffectEntry[] = [{ kind: "open", target: "path", mode: "mode", usual: "r" }];
const extracted: readonly EffectEntry[] = [{ kind: "write", target: "path", recursive: true, from: "self" }];
const changedMode: readonly EffectEntry[] = [{ kind: "permission", target: "path", change: "mode", value: "value" }];
const changedOwner: readonly EffectEntry[] = [{ kind: "permission", target: "path", change: "owner", value: "value" }];

/** Functions of PHP for files. The paths may name streams: `php://stdin`, `phar://a.phar/b.php`. */
export const fileFunctions: readonly CallEntry[] = [
  {
    calls: "fopen SplFileObject bzopen gzopen dio_open",
    parameters: "path|filename mode",
    effects: opened,
    returns: "file",
  },
  {
    calls:
      "file_get_contents file readfile gzfile readgzfile parse_ini_file highlight_file show_source php_strip_whitespace simplexml_load_file md5_file sha1_file exif_read_data getimagesize readlink finfo_file",
    parameters: "path|filename",
    effects: read,
  },
  { calls: "hash_file hash_hmac_file", parameters: "algo path|filename", effects: read },
  {
    calls: "file_put_contents",
    parameters: "path|filename data flags",
    effects: [{ kind: "write", target: "path", mode: "replace", append: "flags", from: "data" }],
  },
  {
    calls: "error_log",
    parameters: "data type path",
    effects: [{ kind: "write", target: "path", mode: "append", from: "data", onlyIf: "path" }],
  },
  { calls: "unlink rmdir wp_delete_file", parameters: "path|filename", effects: deleted },
  { calls: "rename move_uploaded_file", parameters: "src|from dst|to", effects: moved },
  { calls: "copy", parameters: "src|from dst|to", effects: copied },
  { calls: "link symlink", parameters: "src|target link", effects: linked },
  { calls: "mkdir", parameters: "path|directory", effects: [{ kind: "write", target: "path", isNewUnless: "" }] },
  { calls: "touch posix_mkfifo posix_mknod", parameters: "path|filename", effects: created },
  { calls: "chmod", parameters: "path|filename value|permissions", effects: changedMode },
  { calls: "chown chgrp lchown lchgrp", parameters: "path|filename value|user", effects: changedOwner },
  {
    calls: "scandir",
    parameters: "path|directory",
    effects: [{ kind: "list", target: "path" }],
    returns: "names",
    returnsMany: true,
  },
  {
    calls: "opendir dir",
    parameters: "path|directory",
    effects: [{ kind: "list", target: "path" }],
    returns: "directory",
  },
  {
    calls: "DirectoryIterator FilesystemIterator RecursiveDirectoryIterator",
    parameters: "path|directory",
    effects: [{ kind: "list", target: "path" }],
    returns: "os.DirEntry",
    returnsMany: true,
  },
  { calls: "readdir directory.read", returns: "names" },
  {
    calls: "glob",
    parameters: "pattern",
    effects: [{ kind: "list", target: "pattern", pattern: true }],
    returns: "matches",
    returnsMany: true,
  },
  { calls: "tempnam", parameters: "dir prefix", returns: "temporary" },
  { calls: "tmpfile", returns: "tempfile" },
  { calls: "PharData Phar", parameters: "path", effects: read, returns: "archive" },
  {
    calls: "ZipArchive.open Imagick.readImage XMLReader.open DOMDocument.load",
    parameters: "path mode",
    effects: opened,
    keepsAsFields: "path",
  },
];

/** Functions for open files, archives and the file classes of frameworks. */
export const fileCalls: readonly CallEntry[] = [
  ...fileFunctions,
  {
    calls: "file.write",
    parameters: "data",
    effects: [{ kind: "write", target: "self", mode: "change", from: "data" }],
  },
  { calls: "ftruncate", parameters: "path", effects: [{ kind: "destroy", target: "path" }] },
  {
    calls: "stream_copy_to_stream",
    parameters: "data path",
    effects: [{ kind: "write", target: "path", mode: "change", from: "data" }],
  },
  { calls: "ZipArchive", returns: "ZipArchive" },
  { calls: "ZipArchive.extractTo archive.extractTo archive.decompressFiles", parameters: "path", effects: extracted },
  {
    calls: "ZipArchive.addFile archive.addFile archive.buildFromDirectory",
    parameters: "path",
    effects: [{ kind: "read", target: "path", recursive: true }],
  },
  {
    calls: "DOMDocument.save Imagick.writeImage imagepng imagejpeg XMLWriter.openUri",
    parameters: "path",
    effects: created,
  },

  // Laravel
  { calls: "File.delete Storage.delete", parameters: "path", effects: deleted },
  {
    calls: "File.deleteDirectory File.cleanDirectory File.deleteDirectories Storage.deleteDirectory",
    parameters: "path",
    effects: deletedTree,
  },
  {
    calls: "File.put File.replace Storage.put Storage.putFile Storage.putFileAs",
    parameters: "path data",
    effects: replaced,
  },
  { calls: "File.append File.prepend Storage.append Storage.prepend", parameters: "path data", effects: appended },
  {
    calls: "File.get File.json File.lines File.sharedGet Storage.get Storage.json Storage.download Storage.readStream",
    parameters: "path",
    effects: read,
  },
  { calls: "File.move File.moveDirectory Storage.move", parameters: "src dst", effects: moved },
  { calls: "File.copy Storage.copy", parameters: "src dst", effects: copied },
  { calls: "File.copyDirectory", parameters: "src dst", effects: copiedTree },
  { calls: "File.link File.relativeLink", parameters: "src link", effects: linked },
  { calls: "File.chmod", parameters: "path value", effects: changedMode },
  {
    calls: "File.makeDirectory File.ensureDirectoryExists Storage.makeDirectory",
    parameters: "path",
    effects: created,
  },
  {
    calls: "File.files File.allFiles File.directories Storage.files Storage.allFiles Storage.directories",
    parameters: "path",
    effects: [{ kind: "list", target: "path" }],
    returns: "os.DirEntry",
    returnsMany: true,
  },
  {
    calls: "File.glob",
    parameters: "pattern",
    effects: [{ kind: "list", target: "pattern", pattern: true }],
    returns: "matches",
    returnsMany: true,
  },
  {
    calls: "File.requireOnce File.getRequire",
    parameters: "path",
    effects: [{ kind: "run", what: "program", argument: "path" }],
  },
  { calls: "Storage.disk Storage.drive Storage.build Storage.fake", returns: "Storage" },

  // Symfony
  { calls: "Filesystem", returns: "Filesystem" },
  {
    calls: "Filesystem.remove Filesystem.deleteDirectory Filesystem.cleanDirectory",
    parameters: "path",
    effects: deletedTree,
  },
  { calls: "Filesystem.delete", parameters: "path", effects: deleted },
  { calls: "Filesystem.dumpFile Filesystem.put Filesystem.write", parameters: "path data", effects: replaced },
  { calls: "Filesystem.appendToFile Filesystem.append", parameters: "path data", effects: appended },
  { calls: "Filesystem.rename Filesystem.move Filesystem.moveDirectory", parameters: "src dst", effects: moved },
  { calls: "Filesystem.copy", parameters: "src dst", effects: copied },
  { calls: "Filesystem.mirror Filesystem.copyDirectory", parameters: "src dst", effects: copiedTree },
  { calls: "Filesystem.mkdir Filesystem.touch Filesystem.makeDirectory", parameters: "path", effects: created },
  { calls: "Filesystem.symlink Filesystem.hardlink Filesystem.link", parameters: "src link", effects: linked },
  { calls: "Filesystem.chmod", parameters: "path value", effects: changedMode },
  { calls: "Filesystem.chown Filesystem.chgrp", parameters: "path value", effects: changedOwner },
  { calls: "Filesystem.readFile Filesystem.get Filesystem.read", parameters: "path", effects: read },
  {
    calls: "Finder.in",
    parameters: "path",
    effects: [{ kind: "list", target: "path", recursive: true }],
    returns: "Finder",
  },
];
