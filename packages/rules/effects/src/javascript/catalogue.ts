/** The effects of the functions of Node's modules, Deno, Bun and common libraries. */
import type { CallEntry } from "../engine/call-entry.ts";
import {
  appends,
  bindsSocket,
  call,
  changes,
  copies,
  creates,
  deletes,
  deletesAll,
  destroys,
  fetches,
  links,
  listens,
  lists,
  maybeStatements,
  moves,
  opens,
  reads,
  replaces,
  returns,
  returnsMany,
  runs,
  sends,
  setsMode,
  setsOwner,
  signals,
} from "../engine/rows.ts";

const shell = runs("shell", "command", {
  input: "options.input",
  directory: "options.cwd",
  environment: "options.env",
});
const process = runs("process", "words", {
  shell: "options.shell",
  input: "options.input",
  directory: "options.cwd",
  environment: "options.env",
});

/** Functions that run commands, programs and code, and signal processes. */
const programCalls: readonly CallEntry[] = [
  call("child_process.exec execa.execaCommand shelljs.exec zx.$ Bun.$ bun.$ execa.$", "command options", shell),
  // The program and its arguments are passed as one list of words.
  call(
    "child_process.spawn child_process.execFile child_process.fork execa execa.execa cross-spawn cross-spawn.spawn Bun.spawn bun.spawn Deno.Command Deno.run node-pty.spawn",
    "words options",
    process,
  ),
  call(
    "eval Function vm.runInNewContext vm.runInThisContext vm.runInContext vm.Script vm.compileFunction vm.SourceTextModule AsyncFunction",
    "code",
    runs("code", "code"),
  ),
  call("process.execve", "path words env", runs("process", "words")),
  // The tools of an agent, in code that its model writes to call several of them.
  call(
    "tools.exec_command tools.shell_command tools.local_shell tools.shell",
    "call",
    runs("shell", "call.cmd call.command", { directory: "call.workdir" }),
  ),
  call("test.run", "options", runs("program", "options.files")),
  // It runs what standard input has, line by line.
  call("repl.start repl.REPLServer", "", runs("data", "@input")),
  call("process.kill Deno.kill fkill ps-tree kill-port tree-kill", "process signal", signals("process", "signal")),
  call(
    "Deno.cwd Deno.exit Deno.stat Deno.lstat Deno.env.get Deno.env.toObject Deno.env.has Deno.realPath Deno.inspect Deno.test Deno.bench Deno.memoryUsage Deno.hostname Bun.sleep Bun.inspect Bun.hash Bun.which Bun.nanoseconds Bun.escapeHTML Bun.password.hash Bun.password.verify Bun.deepEquals Bun.gc vm.createContext vm.isContext cluster.on worker_threads.parentPort.postMessage worker_threads.parentPort.on inspector.url zx.cd zx.echo zx.sleep zx.question zx.within zx.nothrow zx.quiet zx.which zx.stdin zx.chalk shelljs.cd",
    "",
  ),
];

const body = "options.body options.data options.json options.form options.formData";

const request = sends({
  protocol: "http",
  url: "url",
  from: `${body}`,
  method: "options.method url.method",
  metadata: "options.headers",
  fetches: true,
});
const send = sends({ protocol: "http", url: "url", from: "data", metadata: "options.headers" });

/** Lists the library functions that send changing requests, such as `axios.post`. */
function changingMethods(libraries: string): string {
  return libraries
    .split(" ")
    .flatMap((library) => ["post", "put", "patch", "delete", "del"].map((method) => `${library}.${method}`))
    .join(" ");
}

/** Functions that send requests, open connections and accept them. What they return has the network as its origin. */
const networkCalls: readonly CallEntry[] = [
  call(
    "fetch Request axios axios.get axios.request got got.get node-fetch undici.fetch undici.request ky ky.get superagent.get request request.get needle needle.get k6/http.get k6/http.request http.get http.request https.get https.request EventSource XMLHttpRequest",
    "url options",
    request,
  ),
  call(
    `${changingMethods("k6/http axios got ky superagent request needle")} navigator.sendBeacon`,
    "url data options",
    send,
  ),
  call(
    "WebSocket ws ws.WebSocket net.connect net.createConnection tls.connect dgram.createSocket http2.connect Deno.connect Deno.connectTls Bun.connect nodemailer.createTransport socket.connect",
    "options host",
    sends({ host: "options" }),
  ),
  call("net.Socket ssh2.Client", "", returns("socket")),
  call("*.query", "sql", maybeStatements("sql.sql sql.text sql")),
  call("dns.resolveTxt dns.lookup dns.resolve", "host", fetches({ host: "host", from: "host" })),
  call("net.createServer tls.createServer", "", listens()),
  call("Deno.listen Bun.listen", "options", listens(), bindsSocket("options.path options.unix")),
  call("Deno.serve Bun.serve", "options", bindsSocket("options.path options.unix")),
  call("*.listen", "path", bindsSocket("path.path path.socketPath path.unix path")),
];

const list = lists("path", { recursive: "options.recursive" });
const remove = deletes("path", { recursive: "options.recursive" });
const replace = replaces("path", "data", { append: "options.flag options.append" });

/** Functions for files and directories of Node, Deno, Bun and common packages. */
const fileCalls: readonly CallEntry[] = [
  call(
    "fs.readJson fs.readJSON fs.openAsBlob Deno.readTextFile Deno.readFile",
    "path options",
    reads("path"),
    returns("content"),
  ),
  // With the flag "w+", reading empties the file.
  call("fs.readFile", "path options", opens("path", "options.flag"), returns("content")),
  call("fs.createReadStream", "path options", opens("path", "options.flags"), returns("content")),
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
  call("v8.writeHeapSnapshot process.report.writeReport", "path", replaces("path", "@fetched")),
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

/** The rows of the catalogue. The functions of `fs` are listed without `Sync`. */
export const catalogueEntries: readonly CallEntry[] = [...fileCalls, ...networkCalls, ...programCalls];

const entries: ReadonlyMap<string, CallEntry> = new Map(
  catalogueEntries.flatMap((entry) => entry.calls.split(" ").map((name) => [name, entry])),
);

/** Modules whose unlisted functions may do anything. */
const dangerous =
  /^(fs|child_process|vm|cluster|worker_threads|inspector|Deno|Bun|shelljs|zx|execa|tools)\.[^.]+|^process\.(binding|dlopen|_linkedBinding)$/;

/** Whether a name is the name of a module whose functions act on the machine. */
export function hasModule(name: string): boolean {
  return dangerous.test(`${name}.any`) || /^(?:module|process|v8)$/.test(name);
}

/** Whether the catalogue lists a function. */
export function isListed(name: string): boolean {
  return entries.has(name) || entries.has(name.replace(/Sync$/, ""));
}

/** The effects of a function, by its dotted name; `undefined` if it counts as harmless. */
export function entryOf(name: string): CallEntry | undefined {
  const entry = entries.get(name) ?? entries.get(name.replace(/Sync$/, ""));
  if (entry !== undefined || !dangerous.test(name)) return entry;
  return { calls: name, effects: [{ kind: "anything", reason: `it is unknown what ${name} does` }] };
}

/** The name under which a module's members are listed: `node:fs/promises` is `fs`. */
export function moduleName(specifier: string): string {
  const name = specifier.replace(/^(node|npm|jsr|bun):/, "").replace(/^(@?[^@]+)@.*$/, "$1");
  return /^(fs\/promises|fs-extra|graceful-fs|fs-jetpack|memfs|original-fs)$/.test(name) ? "fs" : name;
}

/** The name of a function in the catalogue: `fs.promises.rm` is `fs.rm`, `globalThis.eval` is `eval`. */
export function canonicalName(name: string): string {
  return (
    name
      .replace(/^((globalThis|global|window|self)\.)+/, "")
      .replaceAll(/\.(default|promises|posix)(?=\.|$)/g, "")
      .replace(/^(Bun|import\.meta)\.env(?=\.|$)/, "process.env")
      // The main module is a module as any other, and its constructor is the library of modules.
      .replace(/^(process\.mainModule|require\.main)(?=\.)/, "module")
      .replace(/^(new )?module\.constructor\.(?=\w+$)/, "module.")
      .replace(/^module\.require$/, "require")
      // The constructor of any function creates functions from texts.
      .replace(/^.+\.constructor\.constructor$/, "Function")
  );
}
