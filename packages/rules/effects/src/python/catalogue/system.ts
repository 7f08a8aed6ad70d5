import type { CallEntry, EffectEntry } from "../../engine/call-entry.ts";

const process: readonly EffectEntry[] = [
  {
    kind: "run",
    what: "process",
    argument: "args",
    program: "executable path",
    shell: "shell",
    input: "input stdin",
    directory: "cwd",
    environment: "env",
  },
];
const shell: readonly EffectEntry[] = [{ kind: "run", what: "shell", argument: "command", input: "input" }];
const python: readonly EffectEntry[] = [{ kind: "run", what: "code", argument: "code" }];
const file: readonly EffectEntry[] = [{ kind: "run", what: "program", argument: "path" }];
const signal: readonly EffectEntry[] = [{ kind: "signal", process: "process", signal: "signal" }];

/** Functions that run programs and code, and change processes, users or the machine. */
export const systemCalls: readonly CallEntry[] = [
  {
    calls: "print",
    parameters: "*values",
    effects: [{ kind: "write", target: "file", mode: "change", from: "values", onlyIf: "file" }],
  },

  // Functions that start programs
  { calls: "os.system commands.getoutput commands.getstatusoutput", parameters: "command", effects: shell },
  {
    calls: "os.popen os.popen2 os.popen3 popen2.popen2 popen2.popen3",
    parameters: "command|cmd",
    effects: shell,
    returns: "process",
  },
  {
    calls: "subprocess.getoutput subprocess.getstatusoutput asyncio.create_subprocess_shell",
    parameters: "command|cmd",
    effects: shell,
    returns: "process",
  },
  {
    calls: "subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen",
    parameters: "args bufsize executable stdin stdout stderr preexec_fn close_fds shell cwd env",
    effects: process,
    returns: "process",
  },
  { calls: "asyncio.create_subprocess_exec", parameters: "*args", effects: process, returns: "process" },
  {
    calls:
      "process.communicate process.stdin.write process.stdin.writelines process.write process.writelines process.send process.sendline",
    parameters: "input",
    effects: [
      {
        kind: "run",
        what: "process",
        argument: "self.args self.command",
        shell: "self.shell",
        input: "input",
        onlyIf: "input",
      },
    ],
    returns: "process",
  },
  { calls: "os.execl os.execlp os.execle os.execlpe", parameters: "path *args", effects: process },
  { calls: "os.execv os.execvp os.execve os.execvpe", parameters: "path|file args env", effects: process },
  { calls: "os.spawnl os.spawnlp os.spawnle os.spawnlpe", parameters: "mode path *args", effects: process },
  {
    calls: "os.spawnv os.spawnvp os.spawnve os.spawnvpe",
    parameters: "mode path args env",
    effects: process,
  },
  { calls: "os.posix_spawn os.posix_spawnp", parameters: "path args env", effects: process },
  { calls: "pty.spawn", parameters: "args", effects: process },
  { calls: "pexpect.spawn pexpect.run pexpect.runu", parameters: "command", effects: shell, returns: "process" },

  {
    calls:
      "invoke.run invoke.Context.run invoke.Context.sudo fabric.Connection.run fabric.Connection.sudo fabric.Connection.local fabric.api.local fabric.api.run",
    parameters: "command",
    effects: shell,
    returns: "process",
  },
  { calls: "plumbum.local", returns: "plumbum" },
  { calls: "IPython.get_ipython get_ipython", returns: "ipython" },
  { calls: "ipython.system ipython.getoutput", parameters: "command", effects: shell },
  { calls: "ipython.run_cell", parameters: "code", effects: python },
  { calls: "ipython.run_cell_magic", parameters: "magic line command", effects: shell },
  { calls: "ipython.run_line_magic ipython.magic", parameters: "magic command", effects: shell },
  { calls: "os.startfile", parameters: "path", effects: file },
  {
    calls: "ctypes.CDLL ctypes.cdll.LoadLibrary ctypes.PyDLL ctypes.WinDLL ctypes.windll.LoadLibrary",
    parameters: "path|name",
    effects: file,
    returns: "ctypes.CDLL",
  },
  { calls: "ctypes.CDLL.system ctypes.CDLL.popen ctypes.cdll.msvcrt.system", parameters: "command", effects: shell },
  { calls: "ctypes.CDLL.execl ctypes.CDLL.execlp", parameters: "path *args", effects: process },
  { calls: "ctypes.CDLL.execv ctypes.CDLL.execvp ctypes.CDLL.execve", parameters: "path args", effects: process },
  {
    calls: "ctypes.CDLL.unlink ctypes.CDLL.remove ctypes.CDLL.rmdir",
    parameters: "path",
    effects: [{ kind: "delete", target: "path" }],
  },
  { calls: "ctypes.CDLL.kill", parameters: "process signal", effects: signal },
  {
    calls:
      "ctypes.CDLL.setuid ctypes.CDLL.setgid ctypes.CDLL.seteuid ctypes.CDLL.setreuid ctypes.CDLL.setresuid ctypes.CDLL.setregid",
    parameters: "user",
    effects: [{ kind: "privilege", user: "user" }],
  },

  // Output of commands that list files
  {
    calls:
      "filenames.decode filenames.strip filenames.rstrip filenames.read filenames.stdout.decode filenames.stdout.strip filenames.stdout.rstrip filenames.stdout.read",
    returns: "filenames",
  },
  {
    calls:
      "filenames.split filenames.splitlines filenames.stdout.split filenames.stdout.splitlines filenames.stdout.readlines",
    returns: "project file",
    returnsMany: true,
  },

  // Functions that run code
  { calls: "eval exec", parameters: "code|source|expression globals locals", effects: python },
  { calls: "execfile runpy.run_path", parameters: "path|path_name", effects: file },
  { calls: "runpy.run_module", parameters: "path" },
  {
    calls: "code.interact code.InteractiveConsole pdb.set_trace breakpoint",
    effects: [{ kind: "run", what: "data", argument: "@input" }],
  },
  {
    calls: "code.InteractiveInterpreter.runsource code.InteractiveInterpreter.runcode",
    parameters: "code",
    effects: python,
  },
  { calls: "code.InteractiveInterpreter", returns: "code.InteractiveInterpreter" },
  {
    calls: "timeit.timeit timeit.repeat timeit.Timer cProfile.run cProfile.runctx profile.run",
    parameters: "code|stmt setup",
    effects: [
      { kind: "run", what: "code", argument: "code", measured: true },
      { kind: "run", what: "code", argument: "setup", measured: true },
    ],
  },
  { calls: "pandas.eval numexpr.evaluate", parameters: "code", effects: python },
  { calls: "sympy.sympify sympy.parsing.sympy_parser.parse_expr", parameters: "code", effects: python },
  {
    calls: "imp.load_source imp.load_module importlib.machinery.SourceFileLoader",
    parameters: "name path",
    effects: file,
  },
  {
    calls: "importlib.util.spec_from_file_location",
    parameters: "name path|location",
    effects: [{ kind: "run", what: "program", argument: "path" }],
  },
  {
    calls: "types.FunctionType types.LambdaType",
    parameters: "code",
    effects: [{ kind: "run", what: "data", argument: "code" }],
  },
  { calls: "types.CodeType", parameters: "code", addsOrigin: "encoded" },
  {
    calls: "jinja2.Template jinja2.Environment.from_string mako.template.Template flask.render_template_string",
    parameters: "text",
  },

  // Processes
  { calls: "os.kill os.killpg signal.pidfd_send_signal", parameters: "process|pid signal|sig", effects: signal },
  { calls: "psutil.process_iter", returns: "psutil.Process", returnsMany: true },
  { calls: "psutil.Process psutil.Popen", parameters: "pid", returns: "psutil.Process" },
  { calls: "psutil.Process.parent psutil.Process.as_dict", returns: "psutil.Process" },
  { calls: "psutil.Process.children psutil.Process.parents", returns: "psutil.Process", returnsMany: true },
  {
    calls: "psutil.Process.kill psutil.Process.terminate psutil.Process.suspend",
    effects: [{ kind: "signal", process: "self.pid" }],
  },
  {
    calls: "psutil.Process.send_signal",
    parameters: "signal",
    effects: [{ kind: "signal", process: "self.pid", signal: "signal" }],
  },
  { calls: "psutil.wait_procs", parameters: "processes", returns: "psutil.Process", returnsMany: true },
  { calls: "os.abort os._exit", parameters: "status" },
  { calls: "os.fork os.forkpty pty.fork", effects: [{ kind: "exhaust", what: "processes" }] },
  {
    calls: "multiprocessing.Process threading.Thread threading.Timer",
    parameters: "group target name args kwargs",
    returns: "thread",
  },
  { calls: "thread.start", effects: [{ kind: "exhaust", what: "processes" }] },
  {
    calls: "_thread.start_new_thread thread.start_new_thread",
    parameters: "target args",
    effects: [{ kind: "exhaust", what: "processes" }],
  },
  { calls: "os.dup2", parameters: "source|fd descriptor|fd2" },

  // Users and rights
  {
    calls:
      "os.setuid os.seteuid os.setreuid os.setresuid os.setgid os.setegid os.setregid os.setresgid os.setgroups os.initgroups",
    parameters: "user",
    effects: [{ kind: "privilege", user: "user" }],
  },
  { calls: "os.chroot", parameters: "path", effects: [{ kind: "privilege", user: "" }] },
  {
    calls: "ctypes.windll.shell32.ShellExecuteW win32com.shell.shell.ShellExecuteEx",
    parameters: "window verb path",
    effects: [{ kind: "privilege", user: "" }, ...file],
  },
  { calls: "elevate.elevate", effects: [{ kind: "privilege", user: "" }] },

  // Functions that schedule programs
  { calls: "crontab.CronTab", parameters: "user", returns: "crontab.CronTab" },
  {
    calls: "crontab.CronTab.new",
    parameters: "command",
    effects: [{ kind: "persist", where: "schedule" }],
    returns: "crontab.CronItem",
  },
  { calls: "crontab.CronTab.write crontab.CronTab.write_to_user", effects: [{ kind: "persist", where: "schedule" }] },
  {
    calls: "winreg.SetValueEx winreg.SetValue winreg.CreateKey winreg.CreateKeyEx _winreg.SetValueEx",
    effects: [{ kind: "persist", where: "startup file" }],
  },

  // Functions that install packages
  {
    calls: "pip.main pip._internal.main pip._internal.cli.main.main pip._internal.main.main",
    parameters: "args",
    effects: [{ kind: "install", arguments: "args" }],
  },
  {
    calls: "setuptools.command.easy_install.main conda.cli.python_api.run_command",
    parameters: "args",
    effects: [{ kind: "install", arguments: "args" }],
  },

  // Input of the user
  {
    calls:
      "input raw_input sys.stdin.read sys.stdin.readline sys.stdin.readlines sys.stdin.buffer.read getpass.getpass click.prompt",
    addsOrigin: "input",
  },
  { calls: "argparse.ArgumentParser optparse.OptionParser", returns: "argparse.ArgumentParser" },
  { calls: "os.getenv os.environ.get os.getenvb", parameters: "name", addsOrigin: "environment" },
  { calls: "pwd.getpwall", effects: [{ kind: "read", target: "/etc/passwd" }] },
  { calls: "spwd.getspall spwd.getspnam", effects: [{ kind: "read", target: "/etc/shadow" }] },
  {
    calls:
      "pyautogui.screenshot PIL.ImageGrab.grab mss.mss pyperclip.paste win32clipboard.GetClipboardData cv2.VideoCapture sounddevice.rec",
    addsOrigin: "input",
  },

  // Functions that can use much memory
  {
    calls: "bytearray bytes numpy.zeros numpy.ones numpy.empty numpy.full",
    parameters: "size",
    effects: [{ kind: "exhaust", what: "memory", size: "size" }],
    size: "size",
  },
  { calls: "os.urandom secrets.token_bytes secrets.token_hex random.randbytes", parameters: "size", size: "size" },
];
