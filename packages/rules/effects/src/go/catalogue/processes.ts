import type { CallEntry } from "../../engine/call-entry.ts";
import {
  adds,
  anything,
  becomes,
  call,
  commands,
  deletes,
  returns,
  returnsMany,
  reveals,
  runs,
  sends,
  signals,
} from "../../engine/rows.ts";

const command = runs("process", "self.Args self.Path", {
  program: "self.Path",
  input: "self.Stdin",
  directory: "self.Dir",
  environment: "self.Env",
});
const program = runs("process", "args", { program: "path", environment: "env" });

/** The effects of Go functions that run programs and code, and change processes, users or the machine. */
export const processCalls: readonly CallEntry[] = [
  // `os/exec`
  call("os/exec.Command", "*Args", returns("os/exec.Cmd")),
  call("os/exec.CommandContext", "context *Args", returns("os/exec.Cmd")),
  call("os/exec.Cmd", "Path Args Env Dir Stdin", returns("os/exec.Cmd")),
  call(
    "os/exec.Cmd.Run os/exec.Cmd.Start os/exec.Cmd.Output os/exec.Cmd.CombinedOutput os/exec.Cmd.StdoutPipe os/exec.Cmd.StderrPipe",
    "",
    command,
    returns("process"),
  ),
  call("os/exec.Cmd.StdinPipe", "", returns("os/exec.Cmd.Input")),
  call(
    "os/exec.Cmd.Input.Write os/exec.Cmd.Input.WriteString",
    "input",
    runs("process", "self.Args self.Path", { input: "input", directory: "self.Dir" }),
  ),
  call("os.StartProcess syscall.ForkExec syscall.StartProcess", "path args attributes", program, returns("os.Process")),
  call("syscall.Exec", "path args env", program),
  call(
    "github.com/bitfield/script.Exec github.com/codeskyblue/go-sh.Command",
    "command",
    runs("shell", "command"),
    returns("process"),
  ),
  call(
    "golang.org/x/crypto/ssh.Session.Run golang.org/x/crypto/ssh.Session.Output",
    "command",
    sends({ protocol: "ssh", from: "command" }),
  ),

  // Code
  call("plugin.Open", "path", runs("program", "path"), returns("plugin.Plugin")),
  call("C.system C.popen", "command mode", runs("shell", "command")),
  call("C.execl C.execlp C.execv C.execvp C.execve", "path *args", program),
  call("C.remove C.unlink C.rmdir", "path", deletes("path")),
  call("C.dlopen", "path", runs("program", "path")),
  call(
    "github.com/dop251/goja.Runtime.RunString github.com/robertkrimen/otto.Otto.Run github.com/yuin/gopher-lua.LState.DoString github.com/traefik/yaegi/interp.Interpreter.Eval github.com/traefik/yaegi/interp.Interpreter.EvalPath",
    "code",
    runs("data", "code"),
  ),
  call("github.com/dop251/goja.New", "", returns("github.com/dop251/goja.Runtime")),
  call("github.com/robertkrimen/otto.New", "", returns("github.com/robertkrimen/otto.Otto")),
  call("github.com/yuin/gopher-lua.NewState", "", returns("github.com/yuin/gopher-lua.LState")),
  call("github.com/traefik/yaegi/interp.New", "", returns("github.com/traefik/yaegi/interp.Interpreter")),

  // Processes
  call("syscall.Kill", "process signal", signals("process", "signal")),
  call("os.FindProcess", "pid", returns("os.Process")),
  call(
    "os.Process.Kill os.Process.Release github.com/shirou/gopsutil/process.Process.Kill github.com/shirou/gopsutil/process.Process.Terminate",
    "",
    signals("self.pid"),
  ),
  call("os.Process.Signal", "signal", signals("self.pid", "signal")),
  call(
    "github.com/shirou/gopsutil/v3/process.Processes github.com/shirou/gopsutil/process.Processes",
    "",
    returnsMany("github.com/shirou/gopsutil/process.Process"),
  ),
  call(
    "github.com/shirou/gopsutil/v3/process.NewProcess github.com/shirou/gopsutil/process.NewProcess",
    "pid",
    returns("github.com/shirou/gopsutil/process.Process"),
  ),

  // Users, rights, the machine
  call(
    "syscall.Setuid syscall.Setgid syscall.Setreuid syscall.Setregid syscall.Setresuid syscall.Setresgid syscall.Setgroups",
    "user",
    becomes("user"),
  ),
  call("syscall.Chroot syscall.PivotRoot", "path", becomes("")),
  call("syscall.Reboot", "command", commands("reboot", "")),
  call(
    "syscall.Mount syscall.Unmount syscall.Syscall syscall.Syscall6 syscall.RawSyscall syscall.RawSyscall6 syscall.PtraceAttach",
    "number",
    anything("it is unknown what the system call does"),
  ),
  call("github.com/robfig/cron/v3.New github.com/robfig/cron.New", "", returns("github.com/robfig/cron.Cron")),
  call(
    "golang.org/x/sys/windows/registry.Key.SetStringValue golang.org/x/sys/windows/registry.CreateKey",
    "name value",
    { kind: "persist", where: "startup file" },
  ),

  // Input and environment
  call("flag.String flag.Arg", "name value usage", adds("input")),
  call("net/http.Request net/http.ResponseWriter", "Method URL Body", returns("net/http.Request"), adds("input")),
  call("golang.org/x/term.ReadPassword", "file", adds("input")),
  call("github.com/atotto/clipboard.ReadAll", "", adds("input")),
  call("github.com/zalando/go-keyring.Get", "service user", reveals("a password of the keyring")),
];
