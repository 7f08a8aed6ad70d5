import type { CallEntry } from "../../engine/call-entry.ts";
import {
  adds,
  becomes,
  call,
  changes,
  deletes,
  reads,
  returns,
  returnsMany,
  runs,
  signals,
} from "../../engine/rows.ts";

const process = runs("process", "args", {
  program: "executable path",
  shell: "shell",
  input: "input stdin",
  directory: "cwd",
  environment: "env",
});

/** The effects of Python functions that run programs and code, and change processes, users or the machine. */
export const systemCalls: readonly CallEntry[] = [
  call("print", "*values", changes("file", "values", { onlyIf: "file" })),

  // Functions that start programs
  call(
    "os.system commands.getoutput commands.getstatusoutput",
    "command",
    runs("shell", "command", { input: "input" }),
  ),
  call(
    "os.popen os.popen2 os.popen3 popen2.popen2 popen2.popen3 subprocess.getoutput subprocess.getstatusoutput asyncio.create_subprocess_shell",
    "command|cmd",
    runs("shell", "command", { input: "input" }),
    returns("process"),
  ),
  call(
    "subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen",
    "args bufsize executable stdin stdout stderr preexec_fn close_fds shell cwd env",
    process,
    returns("process"),
  ),
  call("asyncio.create_subprocess_exec", "*args", process, returns("process")),
  call(
    "process.communicate process.stdin.write process.stdin.writelines process.write process.writelines process.send process.sendline",
    "input",
    runs("process", "self.args self.command", { shell: "self.shell", input: "input", onlyIf: "input" }),
    returns("process"),
  ),
  call("os.execl os.execlp os.execle os.execlpe", "path *args", process),
  call("os.execv os.execvp os.execve os.execvpe", "path|file args env", process),
  call("os.spawnl os.spawnlp os.spawnle os.spawnlpe", "mode path *args", process),
  call("os.spawnv os.spawnvp os.spawnve os.spawnvpe", "mode path args env", process),
  call("os.posix_spawn os.posix_spawnp", "path args env", process),
  call("pty.spawn subprocess.fork_exec", "args", process),
  // A text with `%s` is a command for the browser.
  call("webbrowser.get webbrowser.register", "command", runs("shell", "command")),
  call(
    "pexpect.spawn pexpect.run pexpect.runu",
    "command",
    runs("shell", "command", { input: "input" }),
    returns("process"),
  ),

  call(
    "invoke.run invoke.Context.run invoke.Context.sudo fabric.Connection.run fabric.Connection.sudo fabric.Connection.local fabric.api.local fabric.api.run",
    "command",
    runs("shell", "command", { input: "input" }),
    returns("process"),
  ),
  call("plumbum.local", "", returns("plumbum")),
  call("IPython.get_ipython get_ipython", "", returns("ipython")),
  call(
    "ipython.system ipython.getoutput ctypes.CDLL.system ctypes.CDLL.popen ctypes.cdll.msvcrt.system",
    "command",
    runs("shell", "command", { input: "input" }),
  ),
  call("ipython.run_cell", "code", runs("code", "code")),
  call("ipython.run_cell_magic", "magic line command", runs("shell", "command", { input: "input" })),
  call("ipython.run_line_magic ipython.magic", "magic command", runs("shell", "command", { input: "input" })),
  call("os.startfile", "path", runs("program", "path")),
  call(
    "ctypes.CDLL ctypes.cdll.LoadLibrary ctypes.PyDLL ctypes.WinDLL ctypes.windll.LoadLibrary",
    "path|name",
    runs("program", "path"),
    returns("ctypes.CDLL"),
  ),
  call("ctypes.CDLL.execl ctypes.CDLL.execlp", "path *args", process),
  call("ctypes.CDLL.execv ctypes.CDLL.execvp ctypes.CDLL.execve", "path args", process),
  call("ctypes.CDLL.unlink ctypes.CDLL.remove ctypes.CDLL.rmdir", "path", deletes("path")),
  call("ctypes.CDLL.kill", "process signal", signals("process", "signal")),
  call(
    "ctypes.CDLL.setuid ctypes.CDLL.setgid ctypes.CDLL.seteuid ctypes.CDLL.setreuid ctypes.CDLL.setresuid ctypes.CDLL.setregid",
    "user",
    becomes("user"),
  ),

  // Output of commands that list files
  call(
    "filenames.decode filenames.strip filenames.rstrip filenames.read filenames.stdout.decode filenames.stdout.strip filenames.stdout.rstrip filenames.stdout.read",
    "",
    returns("filenames"),
  ),
  call(
    "filenames.split filenames.splitlines filenames.stdout.split filenames.stdout.splitlines filenames.stdout.readlines",
    "",
    returnsMany("project file"),
  ),

  // Functions that run code
  call("eval exec", "code|source|expression globals locals", runs("code", "code")),
  call("execfile runpy.run_path", "path|path_name", runs("program", "path")),
  call("runpy.run_module", "path"),
  // A configuration names functions to call.
  call("logging.config.dictConfig", "data|config", runs("objects", "data")),
  call("code.interact code.InteractiveConsole pdb.set_trace breakpoint", "", runs("data", "@input")),
  call("code.InteractiveInterpreter.runsource code.InteractiveInterpreter.runcode", "code", runs("code", "code")),
  call("doctest.run_docstring_examples doctest.debug_src doctest.script_from_examples", "data", runs("data", "data")),
  call("cffi.FFI", "", returns("cffi.FFI")),
  call("cffi.FFI.dlopen", "path", runs("program", "path"), returns("ctypes.CDLL")),
  call("code.InteractiveInterpreter", "", returns("code.InteractiveInterpreter")),
  call("bdb.Bdb", "", returns("bdb.Bdb")),
  call("trace.Trace", "", returns("trace.Trace")),
  call(
    "timeit.timeit timeit.repeat timeit.Timer cProfile.run cProfile.runctx profile.run pdb.run pdb.runeval pdb.runctx bdb.Bdb.run bdb.Bdb.runeval trace.Trace.run trace.Trace.runctx",
    "code|stmt setup",
    runs("code", "code", { measured: true }),
    runs("code", "setup", { measured: true }),
  ),
  call("pandas.eval numexpr.evaluate", "code", runs("code", "code")),
  call("sympy.sympify sympy.parsing.sympy_parser.parse_expr", "code", runs("code", "code")),
  call("imp.load_source imp.load_module importlib.machinery.SourceFileLoader", "name path", runs("program", "path")),
  call("importlib.util.spec_from_file_location", "name path|location", runs("program", "path")),
  call("types.FunctionType types.LambdaType", "code", runs("data", "code")),
  call("types.CodeType", "code", adds("encoded")),
  call("jinja2.Template jinja2.Environment.from_string mako.template.Template flask.render_template_string", "text"),

  // Processes
  call("os.getpid", "", returns("own process")),
  call("os.kill os.killpg signal.pidfd_send_signal", "process|pid signal|sig", signals("process", "signal")),
  call("psutil.process_iter psutil.Process.children psutil.Process.parents", "", returnsMany("psutil.Process")),
  call("psutil.Process psutil.Popen", "pid", returns("psutil.Process")),
  call("psutil.Process.parent psutil.Process.as_dict", "", returns("psutil.Process")),
  call("psutil.Process.kill psutil.Process.terminate psutil.Process.suspend", "", signals("self.pid")),
  call("psutil.Process.send_signal", "signal", signals("self.pid", "signal")),
  call("psutil.wait_procs", "processes", returnsMany("psutil.Process")),
  call("os.abort os._exit", "status"),
  call("os.fork os.forkpty pty.fork thread.start", "", { kind: "exhaust", what: "processes" }),
  call("multiprocessing.Process threading.Thread threading.Timer", "group target name args kwargs", returns("thread")),
  call("_thread.start_new_thread thread.start_new_thread", "target args", { kind: "exhaust", what: "processes" }),
  call("os.dup2", "source|fd descriptor|fd2"),

  // Users and rights
  call(
    "os.setuid os.seteuid os.setreuid os.setresuid os.setgid os.setegid os.setregid os.setresgid os.setgroups os.initgroups",
    "user",
    becomes("user"),
  ),
  call("os.chroot", "path", becomes("")),
  call(
    "ctypes.windll.shell32.ShellExecuteW win32com.shell.shell.ShellExecuteEx",
    "window verb path",
    becomes(""),
    runs("program", "path"),
  ),
  call("elevate.elevate", "", becomes("")),

  // Functions that schedule programs
  call("crontab.CronTab", "user", returns("crontab.CronTab")),
  call("crontab.CronTab.new", "command", { kind: "persist", where: "schedule" }, returns("crontab.CronItem")),
  call("crontab.CronTab.write crontab.CronTab.write_to_user", "", { kind: "persist", where: "schedule" }),
  call("winreg.SetValueEx winreg.SetValue winreg.CreateKey winreg.CreateKeyEx _winreg.SetValueEx", "", {
    kind: "persist",
    where: "startup file",
  }),

  // Functions that install packages
  call(
    "pip.main pip._internal.main pip._internal.cli.main.main pip._internal.main.main setuptools.command.easy_install.main conda.cli.python_api.run_command",
    "args",
    {
      kind: "install",
      arguments: "args",
    },
  ),

  // Input of the user
  call(
    "input raw_input sys.stdin.read sys.stdin.readline sys.stdin.readlines sys.stdin.buffer.read getpass.getpass click.prompt pyautogui.screenshot PIL.ImageGrab.grab mss.mss pyperclip.paste win32clipboard.GetClipboardData cv2.VideoCapture sounddevice.rec",
    "",
    adds("input"),
  ),
  call("argparse.ArgumentParser optparse.OptionParser", "", returns("argparse.ArgumentParser")),
  call("os.getenv os.environ.get os.getenvb", "name", adds("environment")),
  call("pwd.getpwall", "", reads("/etc/passwd")),
  call("spwd.getspall spwd.getspnam", "", reads("/etc/shadow")),

  // Functions that can use much memory
  call(
    "bytearray bytes numpy.zeros numpy.ones numpy.empty numpy.full",
    "size",
    { kind: "exhaust", what: "memory", size: "size" },
    { size: "size" },
  ),
  call("os.urandom secrets.token_bytes secrets.token_hex random.randbytes", "size", { size: "size" }),
];
