import type { CallEntry, EffectEntry } from "../../engine/call-entry.ts";

const shell: readonly EffectEntry[] = [{ kind: "run", what: "shell", argument: "command" }];
const code: readonly EffectEntry[] = [{ kind: "run", what: "code", argument: "code" }];
const process: readonly EffectEntry[] = [
  {
    kind: "run",
    what: "process",
    argument: "command",
    directory: "directory",
    environment: "environment",
    input: "input",
  },
];

/** Functions that run programs and code, and change processes or the machine. */
export const systemCalls: readonly CallEntry[] = [
  { calls: "exec shell_exec system passthru expect_popen", parameters: "command", effects: shell },
  { calls: "popen", parameters: "command mode", effects: shell, returns: "process" },
  {
    calls: "proc_open pcntl_exec",
    parameters: "command input|descriptor_spec pipes directory|cwd environment|env_vars",
    effects: process,
    returns: "process",
  },
  {
    calls: "process.write",
    parameters: "input",
    effects: [{ kind: "run", what: "process", argument: "self.command", input: "input", onlyIf: "input" }],
  },
  { calls: "pcntl_fork", effects: [{ kind: "exhaust", what: "processes" }] },
  {
    calls: "posix_kill",
    parameters: "process signal",
    effects: [{ kind: "signal", process: "process", signal: "signal" }],
  },
  {
    calls: "posix_setuid posix_seteuid posix_setgid posix_setegid posix_initgroups",
    parameters: "user",
    effects: [{ kind: "privilege", user: "user" }],
  },
  { calls: "chroot", parameters: "path", effects: [{ kind: "privilege", user: "" }] },

  // Code
  { calls: "eval assert", parameters: "code", effects: code },
  { calls: "create_function", parameters: "parameters code", effects: code },
  { calls: "include", parameters: "path", effects: [{ kind: "run", what: "program", argument: "path" }] },
  {
    calls: "include-data",
    parameters: "path",
    effects: [
      { kind: "network", direction: "in", url: "path" },
      { kind: "run", what: "data", argument: "@fetched" },
    ],
  },
  {
    calls: "dl FFI.load FFI.cdef",
    parameters: "path",
    effects: [{ kind: "anything", reason: "it is unknown what a loaded library does" }],
  },
  {
    calls: "unserialize igbinary_unserialize yaml_parse msgpack_unpack",
    parameters: "data",
    effects: [{ kind: "deserialize", format: "php", data: "data" }],
  },
  {
    calls:
      "ReflectionFunction ReflectionMethod ReflectionClass.newInstance ReflectionClass.newInstanceArgs ReflectionClass.newInstanceWithoutConstructor",
    effects: [{ kind: "anything", reason: "it is unknown what is called by reflection" }],
  },
  { calls: "spl_autoload_register register_tick_function", parameters: "callback" },

  // Laravel and Symfony
  { calls: "Artisan.call Artisan.queue", parameters: "command", effects: shell },
  {
    calls: "Process.run Process.start Process.fromShellCommandline",
    parameters: "command directory",
    effects: process,
    returns: "started-process",
  },
  { calls: "Process", parameters: "command directory environment input", effects: process, returns: "started-process" },
  {
    calls: "Process.path Process.timeout Process.forever Process.env Process.input Process.quietly Process.tty",
    returns: "Process",
  },
  { calls: "Schedule.exec Schedule.command", effects: [{ kind: "persist", where: "schedule" }] },

  // Input
  {
    calls: "readline fgetss stream_get_line filter_input Request.input Request.get Request.all request",
    addsOrigin: "input",
  },
];
