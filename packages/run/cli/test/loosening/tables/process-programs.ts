// Programs and code that act on a process `<process>` that runs already.

export const processPrograms: readonly string[] = [
  "kill -USR1 <process>",
  "kill -s SIGUSR1 <process>",
  "kill -10 <process>",
  "kill -STOP <process>",
  "prlimit --pid <process> --nproc=1",
  "gdb -p <process> -batch",
  "lldb -p <process>",
  "strace -p <process>",
  "ltrace -p <process>",
  "bpftrace -p <process> -e 1",
  "renice 19 -p <process>",
  "taskset -p 1 <process>",
  "frida -p <process>",
  "mytool --attach <process>",
];

/** The client, as a shell names it. */
export const clientProcesses: readonly string[] = ["$PPID", "${PPID}", '"$PPID"'];

/** Code by which a program acts on its parent process. */
export const actingCode: readonly string[] = [
  `python3 -c "import resource,os; resource.prlimit(os.getppid(), resource.RLIMIT_NPROC, (1,1))"`,
  `python3 -c "import os,signal; os.kill(os.getppid(), signal.SIGUSR1)"`,
  `python3 -c "import os; os.kill(os.getppid(), 10)"`,
  `python3 -c "import psutil; psutil.Process().parent().suspend()"`,
  `node -e "process._debugProcess(process.ppid)"`,
  `node -e "process.kill(process.ppid, 'SIGUSR1')"`,
  "perl -e 'kill USR1 => getppid'",
  `ruby -e 'Process.kill("USR1", Process.ppid)'`,
  "echo 1 > /proc/$PPID/mem",
  "echo 1 > /sys/fs/cgroup/user.slice/cgroup.freeze",
];
