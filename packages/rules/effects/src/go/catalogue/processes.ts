import type { CallEntry, EffectEntry } from "../../engine/call-entry.ts";

const command: readonly EffectEntry[] = [
  {
    kind: "run",
    what: "process",
    argument: "self.Args self.Path",
    program: "self.Path",
    input: "self.Stdin",
    directory: "self.Dir",
    environment: "self.Env",
  },
];
const program: readonly EffectEntry[] = [
  { kind: "run", what: "process", argument: "args", program: "path", environment: "env" },
];
const shell: readonly EffectEntry[] = [{ kind: "run", what: "shell", argument: "command" }];
const signal: readonly EffectEntry[] = [{ kind: "signal", process: "process", signal: "signal" }];
const privilege: readonly EffectEntry[] = [{ kind: "privilege", user: "user" }];

/** Functions that run programs and code, and change processes, users or the machine. */
export const processCalls: readonly CallEntry[] = [
  // `os/exec`
  { calls: "os/exec.Command", parameters: "*Args", returns: "os/exec.Cmd" },
  { calls: "os/exec.CommandContext", parameters: "context *Args", returns: "os/exec.Cmd" },
  { calls: "os/exec.Cmd", parameters: "Path Args Env Dir Stdin", returns: "os/exec.Cmd" },
  {
    calls: "os/exec.Cmd.Run os/exec.Cmd.Start os/exec.Cmd.Output os/exec.Cmd.CombinedOutput",
    effects: command,
    returns: "process",
  },
  { calls: "os/exec.Cmd.StdinPipe", returns: "os/exec.Cmd.Input" },
  { calls: "os/exec.Cmd.StdoutPipe os/exec.Cmd.StderrPipe", effects: command, returns: "process" },
  {
    calls: "os/exec.Cmd.Input.Write os/exec.Cmd.Input.WriteString",
    parameters: "input",
    effects: [{ kind: "run", what: "process", argument: "self.Args self.Path", input: "input", directory: "self.Dir" }],
  },
  {
    calls: "os.StartProcess syscall.ForkExec syscall.StartProcess",
    parameters: "path args attributes",
    effects: program,
    returns: "os.Process",
  },
  { calls: "syscall.Exec", parameters: "path args env", effects: program },
  {
    calls: "github.com/bitfield/script.Exec github.com/codeskyblue/go-sh.Command",
    parameters: "command",
    effects: shell,
    returns: "process",
  },
  {
    calls: "golang.org/x/crypto/ssh.Session.Run golang.org/x/crypto/ssh.Session.Output",
    parameters: "command",
    effects: [{ kind: "network", direction: "out", protocol: "ssh", from: "command" }],
  },

  // Code
  {
    calls: "plugin.Open",
    parameters: "path",
    effects: [{ kind: "run", what: "program", argument: "path" }],
    returns: "plugin.Plugin",
  },
  { calls: "C.system C.popen", parameters: "command mode", effects: shell },
  { calls: "C.execl C.execlp C.execv C.execvp C.execve", parameters: "path *args", effects: program },
  { calls: "C.remove C.unlink C.rmdir", parameters: "path", effects: [{ kind: "delete", target: "path" }] },
  {
    calls: "C.dlopen",
    parameters: "path",
    effects: [{ kind: "run", what: "program", argument: "path" }],
  },
  {
    calls:
      "github.com/dop251/goja.Runtime.RunString github.com/robertkrimen/otto.Otto.Run github.com/yuin/gopher-lua.LState.DoString",
    parameters: "code",
    effects: [{ kind: "run", what: "data", argument: "code" }],
  },
  { calls: "github.com/dop251/goja.New", returns: "github.com/dop251/goja.Runtime" },
  { calls: "github.com/robertkrimen/otto.New", returns: "github.com/robertkrimen/otto.Otto" },
  { calls: "github.com/yuin/gopher-lua.NewState", returns: "github.com/yuin/gopher-lua.LState" },
  { calls: "github.com/traefik/yaegi/interp.New", returns: "github.com/traefik/yaegi/interp.Interpreter" },
  {
    calls: "github.com/traefik/yaegi/interp.Interpreter.Eval github.com/traefik/yaegi/interp.Interpreter.EvalPath",
    parameters: "code",
    effects: [{ kind: "run", what: "data", argument: "code" }],
  },

  // Processes
  { calls: "syscall.Kill", parameters: "process signal", effects: signal },
  { calls: "os.FindProcess", parameters: "pid", returns: "os.Process" },
  { calls: "os.Process.Kill os.Process.Release", effects: [{ kind: "signal", process: "self.pid" }] },
  {
    calls: "os.Process.Signal",
    parameters: "signal",
    effects: [{ kind: "signal", process: "self.pid", signal: "signal" }],
  },
  {
    calls: "github.com/shirou/gopsutil/v3/process.Processes github.com/shirou/gopsutil/process.Processes",
    returns: "github.com/shirou/gopsutil/process.Process",
    returnsMany: true,
  },
  {
    calls: "github.com/shirou/gopsutil/v3/process.NewProcess github.com/shirou/gopsutil/process.NewProcess",
    parameters: "pid",
    returns: "github.com/shirou/gopsutil/process.Process",
  },
  {
    calls: "github.com/shirou/gopsutil/process.Process.Kill github.com/shirou/gopsutil/process.Process.Terminate",
    effects: [{ kind: "signal", process: "self.pid" }],
  },

  // Users, rights, the machine
  {
    calls:
      "syscall.Setuid syscall.Setgid syscall.Setreuid syscall.Setregid syscall.Setresuid syscall.Setresgid syscall.Setgroups",
    parameters: "user",
    effects: privilege,
  },
  { calls: "syscall.Chroot syscall.PivotRoot", parameters: "path", effects: [{ kind: "privilege", user: "" }] },
  {
    calls: "syscall.Reboot",
    parameters: "command",
    effects: [{ kind: "command", words: "reboot", arguments: "" }],
  },
  {
    calls:
      "syscall.Mount syscall.Unmount syscall.Syscall syscall.Syscall6 syscall.RawSyscall syscall.RawSyscall6 syscall.PtraceAttach",
    parameters: "number",
    effects: [{ kind: "anything", reason: "it is unknown what the system call does" }],
  },
  {
    calls: "github.com/robfig/cron/v3.New github.com/robfig/cron.New",
    returns: "github.com/robfig/cron.Cron",
  },
  {
    calls: "golang.org/x/sys/windows/registry.Key.SetStringValue golang.org/x/sys/windows/registry.CreateKey",
    parameters: "name value",
    effects: [{ kind: "persist", where: "startup file" }],
  },

  // Input and environment
  { calls: "flag.String flag.Arg", parameters: "name value usage", addsOrigin: "input" },
  {
    calls: "net/http.Request net/http.ResponseWriter",
    parameters: "Method URL Body",
    addsOrigin: "input",
    returns: "net/http.Request",
  },
  { calls: "golang.org/x/term.ReadPassword", parameters: "file", addsOrigin: "input" },
  { calls: "github.com/atotto/clipboard.ReadAll", addsOrigin: "input" },
  {
    calls: "github.com/zalando/go-keyring.Get",
    parameters: "service user",
    effects: [{ kind: "reveal", what: "a password of the keyring" }],
  },
];
