/** The effects of PHP functions that run programs and code, and change processes or the machine. */
import type { CallEntry } from "../../engine/call-entry.ts";
import { adds, anything, becomes, call, fetches, parses, returns, runs, signals } from "../../engine/rows.ts";

const process = runs("process", "command", { directory: "directory", environment: "environment", input: "input" });

/** The effects of functions that run programs and code, and change processes or the machine. */
export const systemCalls: readonly CallEntry[] = [
  call("exec shell_exec system passthru expect_popen", "command", runs("shell", "command")),
  call("popen", "command mode", runs("shell", "command"), returns("process")),
  call(
    "proc_open pcntl_exec",
    "command input|descriptor_spec pipes directory|cwd environment|env_vars",
    process,
    returns("process"),
  ),
  call("process.write", "input", runs("process", "self.command", { input: "input", onlyIf: "input" })),
  call("pcntl_fork", "", { kind: "exhaust", what: "processes" }),
  call("posix_kill", "process signal", signals("process", "signal")),
  call("posix_setuid posix_seteuid posix_setgid posix_setegid posix_initgroups", "user", becomes("user")),
  call("chroot", "path", becomes("")),

  // Code
  call("eval assert", "code", runs("code", "code")),
  call("create_function", "parameters code", runs("code", "code")),
  call("include", "path", runs("program", "path")),
  call("include-data", "path", fetches({ url: "path" }), runs("data", "@fetched")),
  call("dl FFI.load FFI.cdef", "path", anything("it is unknown what a loaded library does")),
  call("unserialize igbinary_unserialize yaml_parse msgpack_unpack", "data", parses("php", "data")),
  call(
    "ReflectionFunction ReflectionMethod ReflectionClass.newInstance ReflectionClass.newInstanceArgs ReflectionClass.newInstanceWithoutConstructor",
    "",
    anything("it is unknown what is called by reflection"),
  ),
  call("spl_autoload_register register_tick_function", "callback"),

  // Laravel and Symfony
  call("Artisan.call Artisan.queue", "command", runs("shell", "command")),
  call(
    "Process.run Process.start Process.fromShellCommandline",
    "command directory",
    process,
    returns("started-process"),
  ),
  call("Process", "command directory environment input", process, returns("started-process")),
  call(
    "Process.path Process.timeout Process.forever Process.env Process.input Process.quietly Process.tty",
    "",
    returns("Process"),
  ),
  call("Schedule.exec Schedule.command", "", { kind: "persist", where: "schedule" }),

  // Input
  call("readline fgetss stream_get_line filter_input Request.input Request.get Request.all request", "", adds("input")),
];
