import type { CallEntry, EffectEntry } from "./entry.ts";

const process: readonly EffectEntry[] = [
  {
    kind: "run",
    what: "process",
    of: "args",
    program: "executable path",
    shell: "shell",
    input: "input stdin",
    directory: "cwd",
  },
];
const shell: readonly EffectEntry[] = [{ kind: "run", what: "shell", of: "command", input: "input" }];
const python: readonly EffectEntry[] = [{ kind: "run", what: "python", of: "code" }];
const file: readonly EffectEntry[] = [{ kind: "run", what: "program", of: "path" }];
const signal: readonly EffectEntry[] = [{ kind: "signal", process: "process", signal: "signal" }];

/** Programs, code, processes, users, the machine. */
export const systemCalls: readonly CallEntry[] = [
  {
    calls: "print",
    takes: "*values",
    effects: [{ kind: "write", target: "file", mode: "change", from: "values", given: "file" }],
  },

  // Programs that are started
  { calls: "os.system commands.getoutput commands.getstatusoutput", takes: "command", effects: shell },
  {
    calls: "os.popen os.popen2 os.popen3 popen2.popen2 popen2.popen3",
    takes: "command|cmd",
    effects: shell,
    gives: "output",
  },
  {
    calls: "subprocess.getoutput subprocess.getstatusoutput asyncio.create_subprocess_shell",
    takes: "command|cmd",
    effects: shell,
    gives: "process",
  },
  {
    calls: "subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen",
    takes: "args bufsize executable stdin stdout stderr preexec_fn close_fds shell cwd env",
    effects: process,
    gives: "process",
  },
  { calls: "asyncio.create_subprocess_exec", takes: "*args", effects: process, gives: "process" },
  {
    calls: "process.communicate process.stdin.write process.stdin.writelines process.send process.sendline",
    takes: "input",
    effects: [
      {
        kind: "run",
        what: "process",
        of: "self.args self.command",
        shell: "self.shell",
        input: "input",
        given: "input",
      },
    ],
    gives: "process",
  },
  { calls: "os.execl os.execlp os.execle os.execlpe", takes: "path *args", effects: process },
  { calls: "os.execv os.execvp os.execve os.execvpe", takes: "path|file args", effects: process },
  { calls: "os.spawnl os.spawnlp os.spawnle os.spawnlpe", takes: "mode path *args", effects: process },
  { calls: "os.spawnv os.spawnvp os.spawnve os.spawnvpe", takes: "mode path args", effects: process },
  { calls: "os.posix_spawn os.posix_spawnp", takes: "path args", effects: process },
  { calls: "pty.spawn", takes: "args", effects: process },
  { calls: "pexpect.spawn pexpect.run pexpect.runu", takes: "command", effects: shell, gives: "process" },

  {
    calls:
      "invoke.run fabric.Connection.run fabric.Connection.sudo fabric.Connection.local fabric.api.local fabric.api.run",
    takes: "command",
    effects: shell,
    gives: "process",
  },
  { calls: "plumbum.local", gives: "plumbum" },
  { calls: "IPython.get_ipython get_ipython", gives: "ipython" },
  { calls: "ipython.system ipython.getoutput", takes: "command", effects: shell },
  { calls: "ipython.run_cell", takes: "code", effects: python },
  { calls: "os.startfile", takes: "path", effects: file },
  {
    calls: "ctypes.CDLL ctypes.cdll.LoadLibrary ctypes.PyDLL ctypes.WinDLL ctypes.windll.LoadLibrary",
    takes: "path|name",
    effects: file,
    gives: "ctypes.CDLL",
  },
  { calls: "ctypes.CDLL.system ctypes.CDLL.popen ctypes.cdll.msvcrt.system", takes: "command", effects: shell },
  { calls: "ctypes.CDLL.execl ctypes.CDLL.execlp", takes: "path *args", effects: process },
  { calls: "ctypes.CDLL.execv ctypes.CDLL.execvp ctypes.CDLL.execve", takes: "path args", effects: process },
  {
    calls: "ctypes.CDLL.unlink ctypes.CDLL.remove ctypes.CDLL.rmdir",
    takes: "path",
    effects: [{ kind: "delete", target: "path" }],
  },
  { calls: "ctypes.CDLL.kill", takes: "process signal", effects: signal },
  { calls: "ctypes.CDLL.setuid ctypes.CDLL.setgid", takes: "user", effects: [{ kind: "privilege", user: "user" }] },

  // What commands say that list files
  {
    calls:
      "filenames.decode filenames.strip filenames.rstrip filenames.read filenames.stdout.decode filenames.stdout.strip filenames.stdout.rstrip filenames.stdout.read",
    gives: "filenames",
  },
  {
    calls:
      "filenames.split filenames.splitlines filenames.stdout.split filenames.stdout.splitlines filenames.stdout.readlines",
    gives: "project file",
    several: true,
  },

  // Code that is run
  { calls: "eval exec", takes: "code|source|expression globals locals", effects: python },
  { calls: "execfile runpy.run_path", takes: "path|path_name", effects: file },
  { calls: "runpy.run_module", takes: "path" },
  {
    calls: "code.interact code.InteractiveConsole pdb.set_trace breakpoint",
    effects: [{ kind: "run", what: "data", of: "@input" }],
  },
  {
    calls: "code.InteractiveInterpreter.runsource code.InteractiveInterpreter.runcode",
    takes: "code",
    effects: python,
  },
  { calls: "code.InteractiveInterpreter", gives: "code.InteractiveInterpreter" },
  {
    calls: "timeit.timeit timeit.repeat timeit.Timer cProfile.run cProfile.runctx profile.run",
    takes: "code|stmt setup",
    effects: [
      { kind: "run", what: "python", of: "code", measured: true },
      { kind: "run", what: "python", of: "setup", measured: true },
    ],
  },
  { calls: "pandas.eval numexpr.evaluate", takes: "code", effects: python },
  { calls: "sympy.sympify sympy.parsing.sympy_parser.parse_expr", takes: "code", effects: python },
  { calls: "imp.load_source imp.load_module importlib.machinery.SourceFileLoader", takes: "name path", effects: file },
  {
    calls: "importlib.util.spec_from_file_location",
    takes: "name path|location",
    effects: [{ kind: "run", what: "program", of: "path" }],
  },
  { calls: "types.FunctionType types.LambdaType", takes: "code", effects: [{ kind: "run", what: "data", of: "code" }] },
  { calls: "types.CodeType", takes: "code", adds: "encoded" },
  {
    calls: "jinja2.Template jinja2.Environment.from_string mako.template.Template flask.render_template_string",
    takes: "text",
  },

  // Processes
  { calls: "os.kill os.killpg signal.pidfd_send_signal", takes: "process|pid signal|sig", effects: signal },
  { calls: "psutil.process_iter", gives: "psutil.Process", several: true },
  { calls: "psutil.Process psutil.Popen", takes: "pid", gives: "psutil.Process" },
  { calls: "psutil.Process.parent psutil.Process.as_dict", gives: "psutil.Process" },
  { calls: "psutil.Process.children psutil.Process.parents", gives: "psutil.Process", several: true },
  {
    calls: "psutil.Process.kill psutil.Process.terminate psutil.Process.suspend",
    effects: [{ kind: "signal", process: "self.pid" }],
  },
  {
    calls: "psutil.Process.send_signal",
    takes: "signal",
    effects: [{ kind: "signal", process: "self.pid", signal: "signal" }],
  },
  { calls: "psutil.wait_procs", takes: "processes", gives: "psutil.Process", several: true },
  { calls: "os.abort os._exit", takes: "status" },
  { calls: "os.fork os.forkpty pty.fork", effects: [{ kind: "exhaust", what: "processes" }] },
  {
    calls: "multiprocessing.Process threading.Thread threading.Timer",
    takes: "group target name args kwargs",
    gives: "thread",
  },
  { calls: "thread.start", effects: [{ kind: "exhaust", what: "processes" }] },
  {
    calls: "_thread.start_new_thread thread.start_new_thread",
    takes: "target args",
    effects: [{ kind: "exhaust", what: "processes" }],
  },
  { calls: "os.dup2", takes: "source|fd descriptor|fd2" },

  // Users and rights
  {
    calls:
      "os.setuid os.seteuid os.setreuid os.setresuid os.setgid os.setegid os.setregid os.setresgid os.setgroups os.initgroups",
    takes: "user",
    effects: [{ kind: "privilege", user: "user" }],
  },
  { calls: "os.chroot", takes: "path", effects: [{ kind: "privilege", user: "" }] },
  {
    calls: "ctypes.windll.shell32.ShellExecuteW win32com.shell.shell.ShellExecuteEx",
    takes: "window verb path",
    effects: [{ kind: "privilege", user: "" }, ...file],
  },
  { calls: "elevate.elevate", effects: [{ kind: "privilege", user: "" }] },

  // What runs later
  { calls: "crontab.CronTab", takes: "user", gives: "crontab.CronTab" },
  {
    calls: "crontab.CronTab.new",
    takes: "command",
    effects: [{ kind: "persist", where: "schedule" }],
    gives: "crontab.CronItem",
  },
  { calls: "crontab.CronTab.write crontab.CronTab.write_to_user", effects: [{ kind: "persist", where: "schedule" }] },
  {
    calls: "winreg.SetValueEx winreg.SetValue winreg.CreateKey winreg.CreateKeyEx _winreg.SetValueEx",
    effects: [{ kind: "persist", where: "startup file" }],
  },

  // What is installed
  {
    calls: "pip.main pip._internal.main pip._internal.cli.main.main pip._internal.main.main",
    takes: "args",
    effects: [{ kind: "install", arguments: "args" }],
  },
  {
    calls: "setuptools.command.easy_install.main conda.cli.python_api.run_command",
    takes: "args",
    effects: [{ kind: "install", arguments: "args" }],
  },

  // What whoever runs it gives
  {
    calls:
      "input raw_input sys.stdin.read sys.stdin.readline sys.stdin.readlines sys.stdin.buffer.read getpass.getpass click.prompt",
    adds: "input",
  },
  { calls: "argparse.ArgumentParser optparse.OptionParser", gives: "argparse.ArgumentParser" },
  { calls: "os.getenv os.environ.get os.getenvb", takes: "name", adds: "environment" },
  {
    calls: "keyring.get_password",
    takes: "service user",
    effects: [{ kind: "read", target: "~/.local/share/keyrings" }],
  },
  {
    calls: "browser_cookie3.load browser_cookie3.chrome browser_cookie3.firefox",
    effects: [{ kind: "read", target: "~/.mozilla" }],
  },
  { calls: "pwd.getpwall", effects: [{ kind: "read", target: "/etc/passwd" }] },
  { calls: "spwd.getspall spwd.getspnam", effects: [{ kind: "read", target: "/etc/shadow" }] },
  {
    calls:
      "pyautogui.screenshot PIL.ImageGrab.grab mss.mss pyperclip.paste win32clipboard.GetClipboardData cv2.VideoCapture sounddevice.rec",
    adds: "input",
  },
  {
    calls: "pynput.keyboard.Listener pynput.mouse.Listener keyboard.on_press keyboard.record keyboard.hook",
    takes: "on_press",
    adds: "input",
  },

  // What takes much memory
  {
    calls: "bytearray bytes numpy.zeros numpy.ones numpy.empty numpy.full",
    takes: "size",
    effects: [{ kind: "exhaust", what: "memory", size: "size" }],
    size: "size",
  },
  { calls: "os.urandom secrets.token_bytes secrets.token_hex random.randbytes", takes: "size", size: "size" },
];
