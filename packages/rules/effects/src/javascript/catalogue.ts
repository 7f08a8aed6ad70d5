// What the functions of Node's modules, Deno, Bun and common libraries do.

/** What a call of a library function does. */
export interface CatalogueEntry {
  readonly does:
    | "read"
    | "list"
    | "delete"
    | "truncate"
    | "write"
    | "append"
    | "create"
    | "move"
    | "copy"
    | "link"
    | "permission"
    | "command"
    | "program"
    | "request"
    | "connection"
    | "listen"
    | "code"
    | "signal"
    | "module"
    | "nothing";
}

/** The names of functions, without `Sync`, and what they do. */
const rows: readonly (readonly [does: CatalogueEntry["does"], calls: string])[] = [
  [
    "read",
    "fs.readFile fs.createReadStream fs.readlink fs.openAsBlob fs.readJson fs.readJSON fs.open Deno.readTextFile Deno.readFile Deno.open Bun.file",
  ],
  [
    "list",
    "fs.readdir fs.opendir fs.glob Deno.readDir glob glob.glob glob.sync fast-glob fast-glob.sync globby globby.globby tinyglobby.glob Bun.Glob",
  ],
  [
    "delete",
    "fs.rm fs.rmdir fs.unlink fs.remove fs.emptyDir Deno.remove rimraf rimraf.rimraf rimraf.sync rimraf.manual rimraf.native del del.deleteAsync del.deleteSync trash shelljs.rm",
  ],
  ["truncate", "fs.truncate Deno.truncate"],
  [
    "write",
    "fs.writeFile fs.createWriteStream fs.outputFile fs.outputJson fs.outputJSON fs.writeJson fs.writeJSON Deno.writeTextFile Deno.writeFile Bun.write write-file-atomic",
  ],
  ["append", "fs.appendFile"],
  [
    "create",
    "fs.mkdir fs.mkdtemp fs.ensureDir fs.ensureFile fs.mkdirp Deno.mkdir Deno.create Deno.makeTempDir mkdirp shelljs.mkdir",
  ],
  ["move", "fs.rename fs.move Deno.rename shelljs.mv"],
  ["copy", "fs.cp fs.copyFile fs.copy Deno.copyFile shelljs.cp cpy"],
  ["link", "fs.symlink fs.link Deno.symlink Deno.link"],
  ["permission", "fs.chmod fs.chown fs.lchown fs.lchmod Deno.chmod Deno.chown shelljs.chmod"],
  ["command", "child_process.exec execa.execaCommand shelljs.exec zx.$ Bun.$ execa.$"],
  [
    "program",
    "child_process.spawn child_process.execFile child_process.fork execa execa.execa cross-spawn cross-spawn.spawn Bun.spawn Deno.Command Deno.run node-pty.spawn",
  ],
  [
    "request",
    "fetch Request axios axios.get axios.post axios.put axios.patch axios.delete axios.request got got.get got.post got.put node-fetch undici.fetch undici.request ky ky.get ky.post ky.put superagent.get superagent.post request request.get request.post needle needle.get needle.post http.get http.request https.get https.request EventSource XMLHttpRequest navigator.sendBeacon",
  ],
  [
    "connection",
    "WebSocket ws ws.WebSocket net.connect net.createConnection net.Socket tls.connect dgram.createSocket http2.connect Deno.connect Deno.connectTls Bun.connect nodemailer.createTransport ssh2.Client dns.resolveTxt dns.lookup dns.resolve",
  ],
  ["listen", "net.createServer tls.createServer Deno.listen Bun.listen"],
  [
    "code",
    "eval Function vm.runInNewContext vm.runInThisContext vm.runInContext vm.Script vm.compileFunction vm.SourceTextModule AsyncFunction worker_threads.Worker Worker",
  ],
  ["signal", "process.kill Deno.kill fkill ps-tree kill-port tree-kill"],
  [
    "module",
    "require import module.require process.mainModule.require process.getBuiltinModule require.main.require module._load module.constructor._load",
  ],
  [
    "nothing",
    "fs.exists fs.stat fs.lstat fs.access fs.realpath fs.watch fs.watchFile fs.unwatchFile fs.close fs.fstat fs.read fs.write fs.fsync fs.fdatasync fs.ftruncate fs.pathExists fs.statfs fs.Stats fs.utimes fs.futimes fs.constants module.createRequire module.builtinModules module.isBuiltin module.register",
  ],
  [
    "nothing",
    "Deno.cwd Deno.exit Deno.stat Deno.lstat Deno.env.get Deno.env.toObject Deno.env.has Deno.realPath Deno.inspect Deno.test Deno.bench Deno.memoryUsage Deno.hostname Deno.serve Bun.serve Bun.sleep Bun.inspect Bun.hash Bun.which Bun.nanoseconds Bun.escapeHTML Bun.password.hash Bun.password.verify Bun.deepEquals Bun.gc",
  ],
  [
    "nothing",
    "vm.createContext vm.isContext cluster.on worker_threads.parentPort.postMessage worker_threads.parentPort.on inspector.url",
  ],
  [
    "nothing",
    "shelljs.echo shelljs.cat shelljs.ls shelljs.test shelljs.which shelljs.exit shelljs.pwd shelljs.cd shelljs.find shelljs.grep",
  ],
  ["nothing", "zx.cd zx.echo zx.sleep zx.question zx.within zx.nothrow zx.quiet zx.which zx.stdin zx.chalk"],
];

/** The names of all functions in the catalogue. */
export const catalogueNames: readonly string[] = rows.flatMap(([, calls]) => calls.split(" "));

const entries: ReadonlyMap<string, CatalogueEntry> = new Map(
  rows.flatMap(([does, calls]) => calls.split(" ").map((name) => [name, { does }])),
);

/** Modules of which an unlisted function may do anything. */
const dangerous =
  /^(fs|child_process|vm|cluster|worker_threads|inspector|Deno|Bun|shelljs|zx|execa)\.|^process\.(binding|dlopen|_linkedBinding)$/;

/** What a call of a library function does; `undefined` if it counts as harmless, `null` if it is unknown. */
export function entryOf(name: string): CatalogueEntry | null | undefined {
  return entries.get(name) ?? entries.get(name.replace(/Sync$/, "")) ?? (dangerous.test(name) ? null : undefined);
}

/** The name under which a module's members are listed: `node:fs/promises` is `fs`. */
export function moduleName(specifier: string): string {
  const name = specifier.replace(/^(node|npm|jsr|bun):/, "").replace(/^(@?[^@]+)@.*$/, "$1");
  if (/^(fs\/promises|fs-extra|graceful-fs|fs-jetpack|memfs)$/.test(name)) return "fs";
  return name === "original-fs" ? "fs" : name;
}
