import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, quantile } from "./quantile.ts";

/** How often each process is started. */
const rounds = 31;

const program = fileURLToPath(new URL("dist/main.js", import.meta.resolve("helve/package.json")));

/**
 * Measures whole processes of `helve hook claude-code`, from their start to their end, in turns with `node -e 0`: a shell command, a Python
 * program, in a new session and after 10,000 steps.
 *
 * @returns a table: the median times in milliseconds, and the ratio to `node -e 0` with its first and third quartile
 */
export function coldTable(): string {
  const folder = mkdtempSync(join(tmpdir(), "helve-cold-"));
  try {
    const runs = processes(folder);
    const times = runs.map((): number[] => []);
    // The first round fills the caches, as the first call of a session does.
    for (let round = -1; round < rounds; round++) {
      for (const [index, run] of runs.entries()) {
        run.prepare?.();
        const start = performance.now();
        run.start();
        if (round >= 0) times[index]?.push(performance.now() - start);
      }
    }
    const bare = times[0] ?? [];
    const lines = runs.map(({ name }, index) => {
      const own = times[index] ?? [];
      const ratios = own.map((time, round) => time / (bare[round] ?? Number.NaN));
      const [first, middle, third] = [0.25, 0.5, 0.75].map((part) => quantile(ratios, part).toFixed(2));
      return [name, median(own).toFixed(1), middle ?? "", `${first}–${third}`];
    });
    return table([["process", "ms", "ratio", "quartiles"], ...lines]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface MeasuredProcess {
  readonly name: string;
  /** What is not measured. */
  prepare?(): void;
  start(): void;
}

function processes(folder: string): readonly MeasuredProcess[] {
  const shell = "git add -A && npm test 2>&1 | tail -20";
  const python = `python3 -c 'import json; print(json.load(open("package.json"))["version"])'`;
  const fresh = join(folder, "fresh");
  const newSession = (): void => rmSync(join(fresh, ".local/state/helve/sessions"), { recursive: true, force: true });
  const long = homeWithSteps(join(folder, "long"), 10_000);
  const uncached = join(folder, "uncached");
  const hook = (name: string, home: string, input: string, prepare?: () => void): MeasuredProcess => {
    mkdirSync(join(home, "project"), { recursive: true });
    return { name, start: () => runHook(home, input), prepare };
  };
  return [
    { name: "node -e 0", start: () => void spawnSync(process.execPath, ["-e", "0"]) },
    hook("an event without a decision (start and load)", fresh, sessionStart(fresh), newSession),
    hook("a shell command", fresh, call(fresh, shell), newSession),
    hook("a shell command with a Python program", fresh, call(fresh, python), newSession),
    hook("a shell command after 10,000 steps", long, call(long, shell), () => restoreSessions(long)),
    hook("a shell command, rules not parsed before", uncached, call(uncached, shell), () =>
      deleteParsedRules(uncached),
    ),
    hook("a shell command, nothing cached", uncached, call(uncached, shell), () =>
      rmSync(join(uncached, ".local"), { recursive: true, force: true }),
    ),
  ];
}

function sessionStart(home: string): string {
  return JSON.stringify({ session_id: "s", cwd: join(home, "project"), hook_event_name: "SessionStart" });
}

function call(home: string, command: string): string {
  return JSON.stringify({
    session_id: "s",
    cwd: join(home, "project"),
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command },
  });
}

function runHook(home: string, input: string): void {
  const env = { HOME: home, PATH: process.env["PATH"] };
  const { status, stderr } = spawnSync(process.execPath, [program, "hook", "claude-code"], { input, env });
  if (status !== 0) throw new Error(`helve hook failed: ${stderr}`);
}

function deleteParsedRules(home: string): void {
  const cache = join(home, ".local/state/helve/cache");
  if (!existsSync(cache)) return;
  for (const name of readdirSync(cache)) if (name.endsWith(".json")) rmSync(join(cache, name));
}

/** Puts back the sessions as they were: a call that never ends would make each further one slower. */
function restoreSessions(home: string): void {
  const sessions = join(home, ".local/state/helve/sessions");
  cpSync(join(home, "sessions"), sessions, { recursive: true });
}

/** A home with a session that has many steps: commands, and edits of files. */
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
    const [tool, args] =
      nth % 3 === 0
        ? [
            "Edit",
            { file_path: `${home}/project/src/f${nth % 50}.ts`, old_string: `a${nth}`, new_string: "b".repeat(300) },
          ]
        : ["Bash", { command: `${commands[nth % commands.length]} # ${nth}` }];
    const entries = [
      { type: "call", at: nth * 2, call: `c${nth}`, tool, args, digest: "", verdict: { kind: "allow", rules: [] } },
      { type: "result", at: nth * 2 + 1, call: `c${nth}`, result: "x".repeat(500), failed: false },
    ];
    appendFileSync(join(sessions, log), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  }
  // Writes the checkpoint that each event of a long session finds.
  runHook(home, call(home, "ls"));
  cpSync(sessions, join(home, "sessions"), { recursive: true });
  return home;
}

function table(lines: readonly (readonly string[])[]): string {
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const rows = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `${rows.join("\n")}\n`;
}
