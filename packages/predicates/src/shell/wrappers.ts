/** How a program that runs another command is called. Options are lists with spaces between. */
export interface Wrapper {
  readonly names: string;
  /** Options that stand alone. An option in neither list makes the command one that can't be told. */
  readonly flags?: string;
  /** Options that take a value. */
  readonly valued?: string;
  /** Options whose value is itself shell code. */
  readonly code?: string;
  /** Options with which it runs nothing. */
  readonly inert?: string;
  /** Words between the options and the command: the `5` of `timeout 5 rm x`. */
  readonly operands?: number;
  /** `NAME=value` words may stand before the command. */
  readonly assignments?: boolean;
  /** The command runs in the same shell, so that a `cd` lasts. */
  readonly sameShell?: boolean;
  /** What follows is shell code, its words joined by spaces, and not a command with its words. */
  readonly runsCode?: boolean;
  /** It adds words to the command that are not known. */
  readonly adds?: boolean;
  /** Options that say for which text those words stand; `{}` when they have no value. */
  readonly placeholders?: string;
  /** The text for which those words stand without such an option; otherwise they come last. */
  readonly placeholder?: string;
  /** The command runs on another machine or below another root, so that its paths mean other files. */
  readonly elsewhere?: boolean;
}

/** The programs and builtins that run another command. A new one is a new line here. */
const wrappers: readonly Wrapper[] = [
  {
    names: "sudo",
    flags:
      "-A --askpass -b --background -B --bell -E --preserve-env -H --set-home -i --login -k -K -n --non-interactive -P -s --shell -S --stdin",
    valued: "-C -D -g --group -h --host -p --prompt -R -r -t -T -u --user -U",
    inert: "-l --list -V --version --help -v --validate",
    assignments: true,
  },
  { names: "doas", flags: "-n -s -L", valued: "-C -u" },
  { names: "pkexec run0", valued: "--user" },
  {
    names: "env",
    flags: "-i --ignore-environment - -0 --null -v --debug",
    valued: "-u --unset",
    code: "-S --split-string",
    inert: "--help --version",
    assignments: true,
  },
  { names: "nohup setsid chronic unbuffer", flags: "-c --ctty -f --fork -w --wait -e" },
  { names: "nice", valued: "-n --adjustment" },
  { names: "ionice", flags: "-t --ignore", valued: "-c --class -n --classdata" },
  { names: "chrt taskset", flags: "-a -b -f -i -o -r -m -c", operands: 1 },
  { names: "time", flags: "-p -v --verbose -a --append -q --quiet", valued: "-f --format -o --output" },
  {
    names: "timeout gtimeout",
    flags: "-f --foreground --preserve-status -v --verbose",
    valued: "-k --kill-after -s --signal",
    operands: 1,
  },
  { names: "stdbuf", valued: "-i --input -o --output -e --error" },
  { names: "command builtin", flags: "-p", inert: "-v -V", sameShell: true },
  { names: "exec", flags: "-c -l", valued: "-a" },
  { names: "eval", runsCode: true, sameShell: true },
  { names: "noglob nocorrect busybox toybox caffeinate fakeroot" },
  { names: "strace ltrace", flags: "-f -ff -c -C -q -r -t -tt -T -v -y", valued: "-e -o -p -s -u -P -S" },
  { names: "flock", flags: "-e -n -s -u -x -o -F", valued: "-w -E", code: "-c --command", operands: 1 },
  { names: "chroot", valued: "--userspec --groups", operands: 1, elsewhere: true },
  {
    names: "su runuser",
    flags: "- -l --login -m -p",
    valued: "-s --shell -g -G -u",
    code: "-c --command",
    operands: 1,
  },
  {
    names: "ssh",
    flags: "-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y",
    valued: "-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w",
    operands: 1,
    runsCode: true,
    elsewhere: true,
  },
  {
    names: "watch",
    flags: "-b --beep -c --color -d --differences -e --errexit -g --chgexit -p --precise -t --no-title -x --exec",
    valued: "-n --interval",
    runsCode: true,
  },
  {
    names: "xargs gxargs",
    flags: "-0 --null -i --replace -o --open-tty -p --interactive -r --no-run-if-empty -t --verbose -x --exit",
    valued: "-a --arg-file -d --delimiter -E -I -J -L --max-lines -n --max-args -P --max-procs -R -s --max-chars",
    inert: "--help --version",
    adds: true,
    placeholders: "-I -J -i --replace",
  },
  {
    names: "parallel",
    flags: "-0 --null -k --keep-order --bar --eta --dry-run -v -X -m --will-cite --no-notice --progress",
    valued: "-a --arg-file -j --jobs -P --max-procs -I -N -n -d --delimiter --joblog --timeout --retries",
    adds: true,
    placeholders: "-I",
    placeholder: "{}",
  },
  {
    names: "npx bunx pnpx",
    flags: "-y --yes -q --quiet --no --no-install --bun",
    valued: "-p --package",
    code: "-c --call",
  },
];

/** How to see through a program, by its name. */
export const wrapperByName: ReadonlyMap<string, Wrapper> = new Map(
  wrappers.flatMap((wrapper) => wrapper.names.split(" ").map((name) => [name, wrapper])),
);
