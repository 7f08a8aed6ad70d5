import type { CallEntry } from "../../engine/call-entry.ts";
import { call, runs, signals } from "../../engine/rows.ts";

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
export const programCalls: readonly CallEntry[] = [
  call("child_process.exec execa.execaCommand shelljs.exec zx.$ Bun.$ execa.$", "command options", shell),
  // The program and its arguments are passed as one list of words.
  call(
    "child_process.spawn child_process.execFile child_process.fork execa execa.execa cross-spawn cross-spawn.spawn Bun.spawn Deno.Command Deno.run node-pty.spawn",
    "words options",
    process,
  ),
  call(
    "eval Function vm.runInNewContext vm.runInThisContext vm.runInContext vm.Script vm.compileFunction vm.SourceTextModule AsyncFunction",
    "code",
    runs("code", "code"),
  ),
  // It runs what standard input has, line by line.
  call("repl.start repl.REPLServer", "", runs("data", "@input")),
  call("process.kill Deno.kill fkill ps-tree kill-port tree-kill", "process signal", signals("process", "signal")),
  call(
    "Deno.cwd Deno.exit Deno.stat Deno.lstat Deno.env.get Deno.env.toObject Deno.env.has Deno.realPath Deno.inspect Deno.test Deno.bench Deno.memoryUsage Deno.hostname Deno.serve Bun.serve Bun.sleep Bun.inspect Bun.hash Bun.which Bun.nanoseconds Bun.escapeHTML Bun.password.hash Bun.password.verify Bun.deepEquals Bun.gc vm.createContext vm.isContext cluster.on worker_threads.parentPort.postMessage worker_threads.parentPort.on inspector.url zx.cd zx.echo zx.sleep zx.question zx.within zx.nothrow zx.quiet zx.which zx.stdin zx.chalk shelljs.cd",
    "",
  ),
];
