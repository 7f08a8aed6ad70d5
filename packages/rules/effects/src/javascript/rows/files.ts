import type { CallEntry, EffectEntry } from "../../engine/call-entry.ts";

const read: readonly EffectEntry[] = [{ kind: "read", target: "path" }];
const list: readonly EffectEntry[] = [{ kind: "list", target: "path", recursive: "options.recursive" }];
const remove: readonly EffectEntry[] = [{ kind: "delete", target: "path", recursive: "options.recursive" }];
const removeAll: readonly EffectEntry[] = [{ kind: "delete", target: "path", recursive: true }];
const replace: readonly EffectEntry[] = [
  { kind: "write", target: "path", mode: "replace", from: "data", append: "options.flag options.append" },
];
const create: readonly EffectEntry[] = [{ kind: "write", target: "path" }];
const move: readonly EffectEntry[] = [{ kind: "move", target: "path", to: "to" }];
const copy: readonly EffectEntry[] = [
  { kind: "read", target: "src" },
  { kind: "write", target: "to", mode: "replace", from: "@fetched" },
];
const link: readonly EffectEntry[] = [{ kind: "write", target: "to", linkTo: "path" }];

/** Functions for files and directories of Node, Deno, Bun and common packages. */
export const fileCalls: readonly CallEntry[] = [
  {
    calls: "fs.readFile fs.createReadStream fs.readJson fs.readJSON fs.openAsBlob Deno.readTextFile Deno.readFile",
    parameters: "path options",
    effects: read,
    returns: "content",
  },
  { calls: "fs.readlink", parameters: "path", effects: read },
  { calls: "Bun.file", parameters: "path", effects: read, returns: "file" },
  { calls: "file.delete file.unlink", effects: [{ kind: "delete", target: "self.path" }] },
  {
    calls: "fs.open",
    parameters: "path mode",
    effects: [{ kind: "open", target: "path", mode: "mode", usual: "r" }],
    returns: "file",
  },
  {
    calls: "Deno.open",
    parameters: "path options",
    effects: [
      { kind: "read", target: "path" },
      { kind: "write", target: "path", mode: "change", onlyIf: "options.write options.append options.create" },
    ],
    returns: "file",
  },
  {
    calls: "fs.createWriteStream",
    parameters: "path options",
    effects: [{ kind: "open", target: "path", mode: "options.flags", usual: "w" }],
    returns: "file",
  },
  {
    calls: "file.write file.writev file.end file.writeFile file.appendFile",
    parameters: "data",
    effects: [{ kind: "write", target: "self", mode: "change", from: "data" }],
  },
  { calls: "file.truncate", effects: [{ kind: "write", target: "self", mode: "change" }] },
  {
    calls:
      "fs.writeFile fs.outputFile fs.outputJson fs.outputJSON fs.writeJson fs.writeJSON Deno.writeTextFile Deno.writeFile Bun.write write-file-atomic",
    parameters: "path data options",
    effects: replace,
  },
  {
    calls: "fs.appendFile",
    parameters: "path data",
    effects: [{ kind: "write", target: "path", mode: "append", from: "data" }],
  },
  { calls: "fs.truncate Deno.truncate", parameters: "path", effects: [{ kind: "destroy", target: "path" }] },
  {
    calls: "fs.mkdir fs.ensureDir fs.ensureFile fs.mkdirp Deno.mkdir Deno.create mkdirp shelljs.mkdir",
    parameters: "path",
    effects: create,
  },
  { calls: "fs.mkdtemp", parameters: "path", effects: create },
  { calls: "Deno.makeTempDir Deno.makeTempFile", parameters: "path", effects: create },
  { calls: "fs.rm fs.rmdir fs.unlink Deno.remove", parameters: "path options", effects: remove },
  {
    calls:
      "fs.remove fs.emptyDir rimraf rimraf.rimraf rimraf.sync rimraf.manual rimraf.native del del.sync del.deleteAsync del.deleteSync trash shelljs.rm",
    parameters: "path",
    effects: removeAll,
  },
  { calls: "fs.rename fs.move Deno.rename shelljs.mv", parameters: "path to", effects: move },
  { calls: "fs.cp fs.copyFile fs.copy Deno.copyFile shelljs.cp cpy", parameters: "src to", effects: copy },
  { calls: "fs.symlink fs.link Deno.symlink Deno.link", parameters: "path to", effects: link },
  {
    calls: "fs.chmod fs.lchmod Deno.chmod",
    parameters: "path mode",
    effects: [{ kind: "permission", target: "path", change: "mode", value: "mode" }],
  },
  {
    calls: "shelljs.chmod",
    parameters: "mode path",
    effects: [{ kind: "permission", target: "path", change: "mode", value: "mode" }],
  },
  {
    calls: "fs.chown fs.lchown Deno.chown",
    parameters: "path user group",
    effects: [{ kind: "permission", target: "path", change: "owner", value: "user" }],
  },
  {
    calls: "fs.readdir Deno.readDir",
    parameters: "path options",
    effects: list,
    returns: "names",
    returnsMany: true,
  },
  { calls: "fs.opendir", parameters: "path options", effects: list, returns: "entry", returnsMany: true },
  {
    calls: "fs.glob glob glob.glob glob.sync fast-glob fast-glob.sync globby globby.globby tinyglobby.glob",
    parameters: "pattern",
    effects: [{ kind: "list", target: "pattern", pattern: true }],
    returns: "matches",
    returnsMany: true,
  },
  {
    calls:
      "fs.exists fs.stat fs.lstat fs.access fs.realpath fs.watch fs.watchFile fs.unwatchFile fs.close fs.fstat fs.read fs.write fs.fsync fs.fdatasync fs.ftruncate fs.pathExists fs.statfs fs.Stats fs.utimes fs.futimes fs.constants",
  },
  {
    calls:
      "shelljs.echo shelljs.cat shelljs.ls shelljs.test shelljs.which shelljs.exit shelljs.pwd shelljs.find shelljs.grep",
  },
];
