import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
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
    const daemon = isFast(command)
      ? await checkDaemon(folder, () => answer(sampleEvent(client, "ls", io.cwd)))
      : { ok: true, text: "it starts Node for each event" };
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
      daemon,
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Checks that events start `helve hookd`, and how long it takes to answer.
 *
 * @param folder - with the state folder
 */
async function checkDaemon(folder: string, answer: () => Promise<unknown>): Promise<Check> {
  const isPublished = (): boolean => readdirSync(join(folder, "helve")).some((name) => /^hookd-[0-9a-f]+$/.test(name));
  for (let waited = 0; !isPublished(); waited += 50) {
    if (waited > 10_000) return { ok: false, text: "helve hookd does not start, so each event starts Node" };
    await new Promise((resume) => setTimeout(resume, 50));
  }
  const times: number[] = [];
  for (let nth = 0; nth < 5; nth++) {
    const started = performance.now();
    await answer();
    times.push(performance.now() - started);
  }
  return { ok: true, text: `helve hookd answers, in ${(Math.min(...times) / 1000).toFixed(3)} s` };
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
