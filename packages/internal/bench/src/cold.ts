import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { helveProgram } from "./helve-program.ts";
import { type Contender, interleave, median, quantile, ratioTable, timed } from "./interleave.ts";
import { markdown } from "./markdown.ts";

/**
 * Measures whole processes of `helve hook claude-code`, from their start to their end, in turns with `node -e 0`: a shell command, a Python
 * program, in a new session and after 10,000 steps; also by the daemon that installed hooks ask, and there all calls of a long session.
 *
 * @returns two tables: the median times in milliseconds, and the ratio to `node -e 0` with its first and third quartile; for the session also the 99th
 *   percentile
 */
export async function coldTable(): Promise<string> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "helve-bench-"));
  const contenders = processes(folder.path);
  await interleave(contenders, 1); // fills the caches, as the first call of a session does
  const table = ratioTable("process", await interleave(contenders, rounds), { spread: [0.25, 0.75] });
  return canAskDaemon ? `${table}\n\n${sessionTable(join(folder.path, "session"))}` : table;
}

/** How often each process is started. */
const rounds = 31;

/** How many calls the session has that is measured as a whole. */
const sessionCalls = 1000;

/** Lists the processes to measure: commands of `helve hook` with their input. */
function processes(folder: string): readonly Contender[] {
  const shell = "git add -A && npm test 2>&1 | tail -20";
  const python = `python3 -c 'import json; print(json.load(open("package.json"))["version"])'`;
  const [fresh, uncached] = [join(folder, "fresh"), join(folder, "uncached")];
  const long = homeWithSteps(join(folder, "long"), 10_000);
  const newSession = (): void => rmSync(join(fresh, ".local/state/helve/sessions"), { recursive: true, force: true });
  const clearAll = (): void => rmSync(join(uncached, ".local"), { recursive: true, force: true });
  const hook = (name: string, home: string, input: string, prepare: () => void): Contender => {
    mkdirSync(join(home, "project"), { recursive: true });
    return [
      name,
      () => {
        prepare();
        return timed(() => runHook(home, input));
      },
    ];
  };
  return [
    ["node -e 0", () => timed(() => spawnSync(process.execPath, ["-e", "0"]))],
    hook("an event without a decision (start and load)", fresh, sessionStart(fresh), newSession),
    hook("a shell command", fresh, call(fresh, shell), newSession),
    hook("a shell command with a Python program", fresh, call(fresh, python), newSession),
    ...(canAskDaemon ? daemonHooks(folder, long, shell) : []),
    ...(canAskDaemon ? snapshotHooks(join(folder, "snapshot"), { shell, python }) : []),
    hook("a shell command after 10,000 steps", long, call(long, shell), () => restoreSessions(long)),
    hook("a shell command, rules not parsed before", uncached, call(uncached, shell), () => forgetRules(uncached)),
    hook("a shell command, nothing cached", uncached, call(uncached, shell), clearAll),
  ];
}

const canAskDaemon = existsSync("/usr/bin/perl") && process.platform !== "win32";

/** The command that `helve hook install` writes, with a daemon that runs. */
function daemonHooks(folder: string, long: string, shell: string): readonly Contender[] {
  const home = join(folder, "daemon");
  mkdirSync(join(home, "project"), { recursive: true });
  for (const each of [home, long]) startDaemon(each);
  let nth = 0;
  const before = (home: string): Promise<number> => timed(() => askDaemon(home, call(home, shell, `d${++nth}`)));
  const after = (home: string): Promise<number> => timed(() => askDaemon(home, result(home, shell, `d${nth}`)));
  return [
    ["a shell command by helve hookd", () => before(home)],
    ["its result by helve hookd", () => after(home)],
    [
      "a shell command by helve hookd after 10,000 steps",
      async () => {
        const time = await before(long);
        await after(long);
        return time;
      },
    ],
  ];
}

/** The command that `helve hook install` writes, without a daemon: the full process from the snapshot that a daemon has built. */
function snapshotHooks(
  home: string,
  { shell, python }: Readonly<Record<"shell" | "python", string>>,
): readonly Contender[] {
  const state = join(home, ".local/state/helve");
  mkdirSync(join(home, "project"), { recursive: true });
  startDaemon(home);
  waitFor("the snapshot", () => readdirSync(join(state, "cache")).some((name) => /^snapshot-[0-9a-f]+$/.test(name)));
  const published = readdirSync(state).find((name) => /^hookd-[0-9a-f]+$/.test(name)) ?? "";
  process.kill(Number(readFileSync(join(state, published), "utf8").split("\n")[3]), "SIGKILL");
  rmSync(join(state, published));
  const hook = (command: string): Promise<number> => {
    rmSync(join(state, "sessions"), { recursive: true, force: true });
    // The script starts a daemon at most once in ten seconds.
    rmSync(join(state, "hookd.start"), { recursive: true, force: true });
    mkdirSync(join(state, "hookd.start"));
    return timed(() => askDaemon(home, call(home, command)));
  };
  return [
    ["a shell command from the snapshot, without helve hookd", () => hook(shell)],
    ["a shell command with a Python program from the snapshot", () => hook(python)],
  ];
}

/** The times of all calls of a session by the daemon, one after another, each with its result. Each tenth is in turns with `node -e 0`. */
function sessionTable(home: string): string {
  mkdirSync(join(home, "project/src"), { recursive: true });
  startDaemon(home);
  const times = { node: [] as number[], before: [] as number[], after: [] as number[] };
  const measure = (list: number[], work: () => void): void => {
    const start = performance.now();
    work();
    list.push(performance.now() - start);
  };
  for (let nth = 0; nth < sessionCalls; nth++) {
    const command = (sessionCommands[nth % sessionCommands.length] ?? "").replaceAll("N", String(nth));
    if (nth % 10 === 0) measure(times.node, () => spawnSync(process.execPath, ["-e", "0"]));
    measure(times.before, () => askDaemon(home, call(home, command, `s${nth}`)));
    measure(times.after, () => askDaemon(home, result(home, command, `s${nth}`)));
  }
  const node = median(times.node);
  const row = (name: string, list: readonly number[]): readonly string[] => [
    name,
    ...[0.5, 0.99].flatMap((part) => [quantile(list, part).toFixed(1), (quantile(list, part) / node).toFixed(2)]),
  ];
  return markdown(
    [`${sessionCalls} calls of a session`, "ms (median)", "ratio", "ms (99 %)", "ratio"],
    [row("node -e 0", times.node), row("before a call", times.before), row("after a call", times.after)],
  );
}

/** Commands of a coding agent, with a number that makes calls differ. */
const sessionCommands: readonly string[] = [
  ...["git status --short", "ls -la src", "cat src/fN.ts | head -50", "grep -rn 'nameN' src --include='*.ts'"],
  ...[
    "npm test 2>&1 | tail -20",
    "git diff --stat",
    "sed -n 'N,$p' src/a.ts",
    "npx tsc --noEmit",
    "git log --oneline -5",
  ],
  ...[
    "mkdir -p src/partN && touch src/partN/index.ts",
    "find . -name '*.test.ts' -not -path '*/node_modules/*' | wc -l",
  ],
  ...["git add -A && git commit -qm 'step N'", "node -e 'console.log(N + 1)'", "wc -l src/*.ts", "echo done N"],
  ...['python3 -c \'import json; print(json.load(open("package.json"))["version"])\'', "rm -f src/partN/old.ts"],
];

/** Sends the first event, and waits for the daemon that it starts, which ends when its folder is removed. */
function startDaemon(home: string): void {
  askDaemon(home, sessionStart(home));
  const state = join(home, ".local/state/helve");
  waitFor("helve hookd", () => readdirSync(state).some((name) => /^hookd-[0-9a-f]+$/.test(name)));
}

/** Waits until a condition holds. */
function waitFor(what: string, isThere: () => boolean): void {
  for (let waited = 0; !isThere(); waited += 50) {
    if (waited > 60_000) throw new Error(`${what} does not come`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
}

/** Sends an event to the background process. */
function askDaemon(home: string, input: string): void {
  const script = join(dirname(helveProgram), "hook.pl");
  const words = ["/usr/bin/perl", script, process.execPath, helveProgram, "hook", "claude-code"];
  const command = `${words.map((word) => `'${word}'`).join(" ")} || exit 2`;
  const { status, stderr } = spawnSync("/bin/sh", ["-c", command], {
    input,
    env: { HOME: home, PATH: process.env["PATH"] },
  });
  if (status !== 0) throw new Error(`the hook failed: ${stderr}`);
}

/** Writes the event after a call. */
function result(home: string, command: string, id: string): string {
  return JSON.stringify({
    ...JSON.parse(call(home, command, id)),
    hook_event_name: "PostToolUse",
    tool_response: "ok",
  });
}

/** Writes the event at the start of a session. */
function sessionStart(home: string): string {
  return JSON.stringify({ session_id: "s", cwd: join(home, "project"), hook_event_name: "SessionStart" });
}

/** Writes the event before a call. */
function call(home: string, command: string, id?: string): string {
  return JSON.stringify({
    session_id: "s",
    cwd: join(home, "project"),
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: id,
  });
}

/** Runs `helve hook claude-code` once with an event on its standard input. */
function runHook(home: string, input: string): void {
  const env = { HOME: home, PATH: process.env["PATH"] };
  const { status, stderr } = spawnSync(process.execPath, [helveProgram, "hook", "claude-code"], { input, env });
  if (status !== 0) throw new Error(`helve hook failed: ${stderr}`);
}

/** Deletes the cache of parsed rules. */
function forgetRules(home: string): void {
  const cache = join(home, ".local/state/helve/cache");
  if (!existsSync(cache)) return;
  for (const name of readdirSync(cache)) if (name.endsWith(".json")) rmSync(join(cache, name));
}

/** Restores the session files between measurements. */
function restoreSessions(home: string): void {
  const sessions = join(home, ".local/state/helve/sessions");
  cpSync(join(home, "sessions"), sessions, { recursive: true });
}

/** Creates a home folder with a long session. */
function homeWithSteps(home: string, count: number): string {
  mkdirSync(join(home, "project"), { recursive: true });
  runHook(home, sessionStart(home));
  const sessions = join(home, ".local/state/helve/sessions");
  const [log = ""] = readdirSync(sessions);
  const commands = [
    "git status",
    "ls -la src",
    "cat src/a.ts | head -50",
    "npm test 2>&1 | tail -20",
    "grep -rn foo src",
  ];
  for (let nth = 0; nth < count; nth++) {
    const file = `${home}/project/src/f${nth % 50}.ts`;
    const edit = { file_path: file, old_string: `a${nth}`, new_string: "b".repeat(300) };
    const command = { command: `${commands[nth % commands.length]} # ${nth}` };
    const [tool, args] = nth % 3 === 0 ? ["Edit", edit] : ["Bash", command];
    const entries = [
      { type: "call", at: nth * 2, call: `c${nth}`, tool, args, digest: "", verdict: { kind: "allow", rules: [] } },
      { type: "result", at: nth * 2 + 1, call: `c${nth}`, result: "x".repeat(500), failed: false },
    ];
    appendFileSync(join(sessions, log), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    // Writes a checkpoint, as each event of a long session finds one. A call that never ends would make each further one slower.
    if ((nth + 1) % 500 === 0)
      for (const event of [call, result]) runHook(home, event(home, "ls", `checkpoint ${nth}`));
  }
  cpSync(sessions, join(home, "sessions"), { recursive: true });
  return home;
}
