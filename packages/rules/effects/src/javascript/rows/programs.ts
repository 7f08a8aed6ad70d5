import type { CallEntry, EffectEntry } from "../../engine/call-entry.ts";

const shell: readonly EffectEntry[] = [
  {
    kind: "run",
    what: "shell",
    argument: "command",
    input: "options.input",
    directory: "options.cwd",
    environment: "options.env",
  },
];
const process: readonly EffectEntry[] = [
  {
    kind: "run",
    what: "process",
    argument: "words",
    shell: "options.shell",
    input: "options.input",
    directory: "options.cwd",
    environment: "options.env",
  },
];

/** Functions that run commands, programs and code, and signal processes. */
export const programCalls: readonly CallEntry[] = [
  {
    calls: "child_process.exec execa.execaCommand shelljs.exec zx.$ Bun.$ execa.$",
    parameters: "command options",
    effects: shell,
  },
  // The program and its arguments are passed as one list of words.
  {
    calls:
      "child_process.spawn child_process.execFile child_process.fork execa execa.execa cross-spawn cross-spawn.spawn Bun.spawn Deno.Command Deno.run node-pty.spawn",
    parameters: "words options",
    effects: process,
  },
  {
    calls:
      "eval Function vm.runInNewContext vm.runInThisContext vm.runInContext vm.Script vm.compileFunction vm.SourceTextModule AsyncFunction",
    parameters: "code",
    effects: [{ kind: "run", what: "code", argument: "code" }],
  },
  {
    calls: "process.kill Deno.kill fkill ps-tree kill-port tree-kill",
    parameters: "process signal",
    effects: [{ kind: "signal", process: "process", signal: "signal" }],
  },
  {
    calls:
      "Deno.cwd Deno.exit Deno.stat Deno.lstat Deno.env.get Deno.env.toObject Deno.env.has Deno.realPath Deno.inspect Deno.test Deno.bench Deno.memoryUsage Deno.hostname Deno.serve Bun.serve Bun.sleep Bun.inspect Bun.hash Bun.which Bun.nanoseconds Bun.escapeHTML Bun.password.hash Bun.password.verify Bun.deepEquals Bun.gc",
  },
  {
    calls:
      "vm.createContext vm.isContext cluster.on worker_threads.parentPort.postMessage worker_threads.parentPort.on inspector.url",
  },
  { calls: "zx.cd zx.echo zx.sleep zx.question zx.within zx.nothrow zx.quiet zx.which zx.stdin zx.chalk shelljs.cd" },
];
