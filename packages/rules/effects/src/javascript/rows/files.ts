import type { CallEntry } from "../../engine/call-entry.ts";
import {
  appends,
  call,
  changes,
  copies,
  creates,
  deletes,
  deletesAll,
  destroys,
  links,
  lists,
  moves,
  opens,
  reads,
  replaces,
  returns,
  returnsMany,
  setsMode,
  setsOwner,
} from "../../engine/rows.ts";

const list = lists("path", { recursive: "options.recursive" });
const remove = deletes("path", { recursive: "options.recursive" });
const replace = replaces("path", "data", { append: "options.flag options.append" });

/** Functions for files and directories of Node, Deno, Bun and common packages. */
export const fileCalls: readonly CallEntry[] = [
  call(
    "fs.readFile fs.createReadStream fs.readJson fs.readJSON fs.openAsBlob Deno.readTextFile Deno.readFile",
    "path options",
    reads("path"),
    returns("content"),
  ),
  call("fs.readlink", "path", reads("path")),
  call("Bun.file", "path", reads("path"), returns("file")),
  call("file.delete file.unlink", "", deletes("self.path")),
  call("fs.open", "path mode", opens("path", "mode"), returns("file")),
  call(
    "Deno.open",
    "path options",
    reads("path"),
    changes("path", undefined, { onlyIf: "options.write options.append options.create" }),
    returns("file"),
  ),
  call("fs.createWriteStream", "path options", opens("path", "options.flags", "w"), returns("file")),
  call("file.write file.writev file.end file.writeFile file.appendFile", "data", changes("self", "data")),
  call("file.truncate", "", changes("self")),
  call(
    "fs.writeFile fs.outputFile fs.outputJson fs.outputJSON fs.writeJson fs.writeJSON Deno.writeTextFile Deno.writeFile Bun.write write-file-atomic",
    "path data options",
    replace,
  ),
  call("fs.appendFile", "path data", appends("path", "data")),
  call("fs.truncate Deno.truncate", "path", destroys("path")),
  call(
    "fs.mkdir fs.ensureDir fs.ensureFile fs.mkdirp Deno.mkdir Deno.create mkdirp shelljs.mkdir fs.mkdtemp Deno.makeTempDir Deno.makeTempFile",
    "path",
    creates("path"),
  ),
  call("fs.rm fs.rmdir fs.unlink Deno.remove", "path options", remove),
  call(
    "fs.remove fs.emptyDir rimraf rimraf.rimraf rimraf.sync rimraf.manual rimraf.native del del.sync del.deleteAsync del.deleteSync trash shelljs.rm",
    "path",
    deletesAll("path"),
  ),
  call("fs.rename fs.move Deno.rename shelljs.mv", "path to", moves("path", "to")),
  call("fs.cp fs.copyFile fs.copy Deno.copyFile shelljs.cp cpy", "src to", copies("src", "to")),
  call("fs.symlink fs.link Deno.symlink Deno.link", "path to", links("to", "path")),
  call("fs.chmod fs.lchmod Deno.chmod", "path mode", setsMode("path", "mode")),
  call("shelljs.chmod", "mode path", setsMode("path", "mode")),
  call("fs.chown fs.lchown Deno.chown", "path user group", setsOwner("path", "user")),
  call("fs.readdir Deno.readDir", "path options", list, returnsMany("names")),
  call("fs.opendir", "path options", list, returnsMany("entry")),
  call(
    "fs.glob glob glob.glob glob.sync fast-glob fast-glob.sync globby globby.globby tinyglobby.glob",
    "pattern",
    lists("pattern", { pattern: true }),
    returnsMany("matches"),
  ),
  call(
    "fs.exists fs.stat fs.lstat fs.access fs.realpath fs.watch fs.watchFile fs.unwatchFile fs.close fs.fstat fs.read fs.write fs.fsync fs.fdatasync fs.ftruncate fs.pathExists fs.statfs fs.Stats fs.utimes fs.futimes fs.constants shelljs.echo shelljs.cat shelljs.ls shelljs.test shelljs.which shelljs.exit shelljs.pwd shelljs.find shelljs.grep",
    "",
  ),
];
