import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import type { SettingsClient } from "@helve/hooks/node";
import type { Io } from "../io.ts";
import type { Check } from "./check.ts";
import { isFast } from "./fast-program.ts";
import { isDenial, sampleEvent } from "./sample-event.ts";

/**
 * Runs the command of a hook as the client does, with test events: an ordinary call, a call that every program of rules denies, a call that
 * can't be parsed, and a call whose decision fails. The state of the user is unchanged.
 *
 * @param command - the text in the settings
 */
export async function checkAnswers(client: SettingsClient, command: string, io: Io): Promise<readonly Check[]> {
  const folder = mkdtempSync(join(tmpdir(), "helve-doctor-"));
  const state = { XDG_STATE_HOME: folder };
  const answer = (input: string, environment: Readonly<Record<string, string>> = state): Promise<Answer> =>
    runCommand(command, input, { ...io.environment, ...environment }, io.cwd);
  try {
    const started = performance.now();
    const allowed = await answer(sampleEvent(client, "ls", io.cwd));
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const denied = await answer(sampleEvent(client, "helve trust", io.cwd));
    const unreadable = await answer("{");
    const broken = await answer(sampleEvent(client, "ls", io.cwd), { XDG_STATE_HOME: "/dev/null" });
    const ways = isFast(command)
      ? await checkDaemon(join(folder, "helve"), () => answer(sampleEvent(client, "ls", io.cwd)))
      : [{ ok: true, text: "it starts Node for each event" }];
    return [
      check(!isDenial(allowed.code, allowed.out), `it allows ls, in ${seconds} s`, `it denies ls: ${causeOf(allowed)}`),
      check(
        isDenial(denied.code, denied.out),
        "it denies helve trust",
        `it does not deny helve trust: ${causeOf(denied)}`,
      ),
      check(
        isDenial(unreadable.code, unreadable.out) && isDenial(broken.code, broken.out),
        "it denies if it fails",
        `it does not deny if it fails (exit code ${unreadable.code} for an event that can't be read, ${broken.code} without a state folder)`,
      ),
      ...ways,
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Checks that events start `helve hookd`, that it answers, and how long it takes; also without it, from the startup snapshot that it builds.
 *
 * @param state - the state folder
 */
async function checkDaemon(state: string, answer: () => Promise<unknown>): Promise<readonly Check[]> {
  const published = await waitForFile(state, /^hookd-[0-9a-f]+$/);
  if (published === undefined) return [{ ok: false, text: "helve hookd does not start, so each event starts Node" }];
  const seconds = await fastest(answer);
  // Only what gets no answer tries to start another daemon.
  if (existsSync(join(state, starting))) {
    return [{ ok: false, text: "helve hookd does not answer in time, so events start Node" }];
  }
  const daemon = { ok: true, text: `helve hookd answers, in ${seconds} s` };
  if (Number.parseInt(process.versions.node, 10) < 24 || process.env["NODE_OPTIONS"] !== undefined) {
    return [
      daemon,
      { ok: true, text: "without helve hookd, Node starts without a snapshot: it needs Node 24, and no NODE_OPTIONS" },
    ];
  }
  if ((await waitForFile(join(state, "cache"), /^snapshot-[0-9a-f]+$/)) === undefined) {
    return [daemon, { ok: false, text: "helve hookd builds no snapshot, so Node takes longer to start without it" }];
  }
  process.kill(Number(readFileSync(published, "utf8").split("\n")[3]), "SIGTERM");
  while (existsSync(published)) await setTimeout(waitedFor);
  // As long as it is new, no other daemon starts.
  mkdirSync(join(state, starting));
  return [
    daemon,
    { ok: true, text: `without helve hookd, Node starts from a snapshot, in ${await fastest(answer)} s` },
  ];
}

/** The folder by which a script shows that it starts a daemon. */
const starting = "hookd.start";

/** Waits for a file in a folder; `undefined` if it does not come. */
async function waitForFile(folder: string, name: RegExp): Promise<string | undefined> {
  for (let waited = 0; waited < longestWait; waited += waitedFor) {
    const found = existsSync(folder) ? readdirSync(folder).find((each) => name.test(each)) : undefined;
    if (found !== undefined) return join(folder, found);
    await setTimeout(waitedFor);
  }
  return undefined;
}

/** In milliseconds. */
const waitedFor = 50;
const longestWait = 30_000;

/** Returns the shortest time of some answers, in seconds. */
async function fastest(answer: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let nth = 0; nth < 5; nth++) {
    const started = performance.now();
    await answer();
    times.push(performance.now() - started);
  }
  return (Math.min(...times) / 1000).toFixed(3);
}

/** Creates the result of a check. */
function check(ok: boolean, fine: string, problem: string): Check {
  return { ok, text: ok ? fine : problem };
}

interface Answer {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function runCommand(
  command: string,
  input: string,
  environment: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Promise<Answer> {
  const child = spawn(command, { shell: true, cwd, env: environment, timeout: 30_000 });
  // A command that can't be started does not read its input.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: child.exitCode, out, err };
}

/** Explains an unexpected answer in one line. */
function causeOf({ code, out, err }: Answer): string {
  const [line = ""] = (err.trim() || out.trim()).split("\n");
  return line === "" ? `exit code ${code}, without a word` : line.slice(0, 200);
}
