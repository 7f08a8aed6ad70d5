// The table of wrappers: programs that run another command, such as `sudo`, `xargs`, `timeout` and `docker exec`.
import { type Argument, literalText } from "./argument.ts";

/** The words that a wrapper takes before the command that it runs. Options are space-separated lists. */
export interface Wrapper {
  readonly names: string;
  /** Options without a value. If a call has an option that no list contains, the command is unknown. */
  readonly flags?: string;
  /** Options that take a value; with `?` (`-i?`), only in the same word. */
  readonly valued?: string;
  /** Options whose value is shell code: `-c` of `su`. */
  readonly code?: string;
  /** Options with which it runs nothing: `--version`. */
  readonly inert?: string;
  /** The number of words between the options and the command: 1 for `timeout 5 rm x`. */
  readonly operands?: number;
  /** Whether `NAME=value` words may precede the command: `env A=1 rm x`. */
  readonly assignments?: boolean;
  /** Whether the command runs in the same shell, so that a `cd` has a lasting effect. */
  readonly sameShell?: boolean;
  /** Whether the words after the options are joined to shell code, as by `eval` and `ssh`. */
  readonly holdsCode?: boolean;
  /** Whether the words after the options are passed to a shell: `su ada -c 'rm x'`. */
  readonly shell?: boolean;
  /** Whether the command is shell code if its first word contains spaces or operators. */
  readonly mayRunCode?: boolean;
  /** Whether its code has escapes and variables other than those of a shell (`env -S`). */
  readonly ownEscapes?: boolean;
  /** For a wrapper with `holdsCode`: options with which the words are a command instead. */
  readonly asCommand?: string;
  /** Options that replace its own operands, so that all operands belong to the command: `runuser -u ada rm x`. */
  readonly insteadOfOperand?: string;
  /** Whether its options may also follow its own operands: `ssh host -p 22 ls`. */
  readonly interleaved?: boolean;
  /** Whether unlisted options are allowed; they take no value. */
  readonly anyFlags?: boolean;
  /** Options whose value is the directory in which the command runs: `env -C dir`. */
  readonly directory?: string;
  /** Options with which the command runs in an unknown directory: `sudo -i`. */
  readonly moves?: string;
  /** Matches values of options with which the wrapper may run any command: `ProxyCommand=…` of `ssh -o`. */
  readonly runs?: RegExp;
  /** Options that name a file from which it reads words, instead of standard input: `xargs -a file`. */
  readonly wordsFrom?: string;
  /** Whether it runs standard input as code if it gets no command. By default it does if its input is known. */
  readonly readsInput?: boolean;
  /** Whether it adds words to the command, as `xargs` does. */
  readonly adds?: boolean;
  /** Options whose value is the text that the added words replace: `xargs -I X`; without a value, `{}`. */
  readonly placeholders?: string;
  /** The text that the added words replace without such an option. If it does not occur, they are appended. */
  readonly placeholder?: RegExp;
  /** Whether the command runs on another machine or under another root, so that its paths are not files of this machine. */
  readonly elsewhere?: boolean;
  /** The option with which the command runs in the background, and the wrapper prints only the name of what it started. */
  readonly detached?: string;
  /** Whether the first operand is the host on which the command runs. */
  readonly host?: boolean;
  /** The user whose rights the command has, unless `user` or `userOperand` names another. */
  readonly rightsOf?: string;
  /** Options that name the user: `sudo -u ada`. */
  readonly user?: string;
  /** Whether the first operand names the user: `su ada`. */
  readonly userOperand?: boolean;
  /** Options whose value is a file that the wrapper writes: `time -o file`. */
  readonly writes?: string;
  /** It installs what it runs. The options name the packages; without them, the program of the command does. */
  readonly runsPackages?: string;
  /** Set if the command runs later or at each start. */
  readonly persists?: "schedule" | "service";
  /** Whether it prints the environment variables if it gets no command. */
  readonly givesEnvironment?: boolean;
}

/** A wrapper that is a subcommand of a program: `docker exec`. */
interface Runner extends Wrapper {
  readonly subcommand: string;
}

/** The programs and builtins that run another command. To support another wrapper, add a row. */
const wrappers: readonly Wrapper[] = [
  {
    names: "sudo",
    flags:
      "-A --askpass -b --background -B --bell -E --preserve-env -H --set-home -k -K -n --non-interactive -P -s --shell -S --stdin",
    valued: "-C -g --group -h --host -p --prompt -r -t -T -u --user -U",
    directory: "-D --chdir",
    moves: "-i --login",
    inert: "-l --list -V --version --help -v --validate",
    assignments: true,
    rightsOf: "root",
    user: "-u --user",
  },
  { names: "doas", flags: "-n -s -L", valued: "-C -u", rightsOf: "root", user: "-u" },
  { names: "pkexec run0", valued: "--user -u", rightsOf: "root", user: "--user -u" },
  {
    names: "env",
    flags: "-i --ignore-environment - -0 --null -v --debug",
    valued: "-u --unset",
    directory: "-C --chdir",
    code: "-S --split-string",
    ownEscapes: true,
    inert: "--help --version",
    assignments: true,
    givesEnvironment: true,
  },
  { names: "nohup setsid chronic unbuffer", flags: "-c --ctty -f --fork -w --wait -e" },
  { names: "nice", valued: "-n --adjustment" },
  { names: "ionice", flags: "-t --ignore", valued: "-c --class -n --classdata" },
  { names: "chrt taskset", flags: "-a -b -f -i -o -r -m -c", operands: 1 },
  {
    names: "time gtime",
    flags: "-p -v --verbose -a --append -q --quiet",
    valued: "-f --format -o --output",
    writes: "-o --output",
  },
  {
    names: "timeout gtimeout",
    flags: "-f --foreground --preserve-status -v --verbose",
    valued: "-k --kill-after -s --signal",
    operands: 1,
  },
  { names: "stdbuf", valued: "-i --input -o --output -e --error" },
  { names: "command builtin", flags: "-p", inert: "-v -V", sameShell: true, readsInput: false },
  { names: "exec", flags: "-c -l", valued: "-a", readsInput: false },
  { names: "eval", holdsCode: true, sameShell: true },
  { names: "noglob nocorrect busybox toybox coreutils shx caffeinate fakeroot not and or" },
  { names: "repeat", operands: 1 },
  {
    names: "strace ltrace",
    flags: "-f -ff --follow-forks --trace --quiet --summary-only -c -C -q -r -t -tt -T -v -y",
    valued: "-e --trace -o --output -p -s -u -P -S",
    writes: "-o --output",
  },
  {
    names: "flock",
    flags: "-e -n -s -u -x -o -F",
    valued: "-w -E",
    code: "-c --command",
    operands: 1,
    interleaved: true,
  },
  { names: "chroot", valued: "--userspec --groups", operands: 1, elsewhere: true },
  {
    names: "su runuser",
    flags: "- -m -p",
    valued: "-s --shell -g -G -u --user",
    moves: "-l --login",
    code: "-c --command",
    operands: 1,
    interleaved: true,
    insteadOfOperand: "-u --user",
    shell: true,
    rightsOf: "root",
    user: "-u --user",
    userOperand: true,
  },
  {
    names: "ssh",
    flags: "-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y",
    valued: "-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w",
    operands: 1,
    interleaved: true,
    holdsCode: true,
    runs: /(Proxy|Local|Remote|KnownHosts)Command|^\s*(Match|Include)/i,
    elsewhere: true,
    host: true,
  },
  {
    names: "watch",
    flags: "-b --beep -c --color -d --differences -e --errexit -g --chgexit -p --precise -t --no-title -x --exec",
    valued: "-n --interval",
    holdsCode: true,
    asCommand: "-x --exec",
  },
  {
    names: "xargs gxargs",
    flags: "-0 --null --replace -o --open-tty -p --interactive -r --no-run-if-empty -t --verbose -x --exit",
    valued:
      "-a --arg-file -d --delimiter -E -e? -i? -l? -I -J -L --max-lines -n --max-args -P --max-procs -R -s --max-chars",
    inert: "--help --version",
    readsInput: false,
    adds: true,
    wordsFrom: "-a --arg-file",
    placeholders: "-I -J -i --replace",
  },
  {
    names: "parallel",
    flags: "-0 --null -k --keep-order --bar --eta --dry-run -v -X -m --will-cite --no-notice --progress",
    valued: "-a --arg-file -j --jobs -P --max-procs -I -N -n -d --delimiter --joblog --timeout --retries",
    adds: true,
    wordsFrom: "-a --arg-file",
    placeholders: "-I",
    placeholder: /\{[^{}]*\}/,
    mayRunCode: true,
    readsInput: true,
  },
  {
    names: "npx bunx pnpx",
    flags: "-y --yes -q --quiet --no --no-install --bun",
    valued: "-p --package --registry",
    runsPackages: "-p --package",
    inert: "--version --help -v -h",
    code: "-c --call",
  },
  {
    names: "unshare setpriv prlimit numactl firejail valgrind catchsegv xvfb-run dbus-run-session entr",
    anyFlags: true,
    flags:
      "-r -U --user --map-root-user -f --fork --mount-proc --net --mount --pid --no-new-privs --clear-groups --init-groups -a --auto-servernum -c -d -z -q --quiet --noprofile",
    valued:
      "-N -m -i -C -p -n -e -s -f -S -u --unit --reuid --regid --groups --uid --gid --slice --description --property -R --root -w --wd",
  },
  {
    names: "systemd-run",
    anyFlags: true,
    valued: "-u --unit --uid --gid --slice --description --property -p -M -H --on-calendar --on-active --on-boot",
    persists: "service",
  },
  { names: "watchexec", anyFlags: true, valued: "-w -e -f -i", mayRunCode: true },
  { names: "faketime chpst softlimit", anyFlags: true, operands: 1 },
  { names: "gosu su-exec setuidgid", anyFlags: true, operands: 1, rightsOf: "root", userOperand: true },
  { names: "sg newgrp", flags: "- -l", code: "-c", operands: 1, interleaved: true },
  {
    names: "script",
    anyFlags: true,
    valued: "-E -I -O -B -T -m -o",
    code: "-c --command",
    operands: 1,
    interleaved: true,
  },
  { names: "hyperfine concurrently", anyFlags: true, valued: "-w -r -m -n -p -s", holdsCode: true },
  { names: "sem", anyFlags: true, valued: "-j --jobs --id", mayRunCode: true },
  { names: "cross-env dotenv", anyFlags: true, valued: "-e -f", assignments: true },
  { names: "ld-linux-x86-64.so.2 ld.so", anyFlags: true, valued: "--library-path --preload" },
];

/** The subcommands that run another command: `docker exec c rm x`, `npm exec -- rm x`. */
const runners: readonly Runner[] = [
  {
    names: "docker podman",
    subcommand: "exec",
    anyFlags: true,
    valued: "-u --user -e --env -w --workdir --env-file",
    operands: 1,
    elsewhere: true,
  },
  {
    names: "docker podman",
    subcommand: "run",
    anyFlags: true,
    valued:
      "-v --volume -u --user -e --env -w --workdir -p --publish --name --network --mount --entrypoint --env-file -h -m",
    operands: 1,
    detached: "-d",
    elsewhere: true,
  },
  {
    names: "kubectl oc",
    subcommand: "exec",
    anyFlags: true,
    valued: "-c -n --namespace",
    operands: 1,
    interleaved: true,
    elsewhere: true,
  },
  {
    names: "uv poetry pipenv rye hatch conda mamba pixi",
    subcommand: "run",
    anyFlags: true,
    valued: "-n --name -p --python --with",
  },
  {
    names: "bundle npm pnpm yarn",
    subcommand: "exec",
    anyFlags: true,
    code: "-c --call",
    valued: "-p --package",
    runsPackages: "-p --package",
  },
  { names: "pnpm yarn", subcommand: "dlx", anyFlags: true, valued: "-p --package", runsPackages: "-p --package" },
  {
    names: "npm",
    subcommand: "x",
    anyFlags: true,
    code: "-c --call",
    valued: "-p --package",
    runsPackages: "-p --package",
  },
  { names: "bun", subcommand: "x", anyFlags: true, valued: "-p --package", runsPackages: "-p --package" },
  { names: "direnv", subcommand: "exec", operands: 1 },
  { names: "perf", subcommand: "stat", anyFlags: true, valued: "-e -o -r" },
  { names: "perf", subcommand: "record", anyFlags: true, valued: "-e -o -F" },
];

const runnerByName: ReadonlyMap<string, readonly Runner[]> = runners.reduce(
  (byName, runner) =>
    runner.names.split(" ").reduce((map, name) => map.set(name, [...(map.get(name) ?? []), runner]), byName),
  new Map<string, readonly Runner[]>(),
);

const wrapperByName: ReadonlyMap<string, Wrapper> = new Map(
  wrappers.flatMap((wrapper) => wrapper.names.split(" ").map((name) => [name, wrapper])),
);

/** A wrapper, and the index of the word where its call begins: 0, or the index of the subcommand. */
export interface WrapperMatch {
  readonly wrapper: Wrapper;
  readonly from: number;
}

/** Finds the wrapper that a command calls; `undefined` if its program is not a wrapper. */
export function findWrapper(name: string, words: readonly Argument[]): WrapperMatch | undefined {
  const wrapper = wrapperByName.get(name);
  if (wrapper !== undefined) return { wrapper, from: 0 };
  const found = runnerByName.get(name);
  if (found === undefined) return;
  const from = words.findIndex((word, index) => index > 0 && !/^-/.test(literalText(word) ?? ""));
  const runner = found.find(({ subcommand }) => subcommand === literalText(words[from]));
  return runner && { wrapper: runner, from };
}
