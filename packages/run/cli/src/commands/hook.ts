import { errorJson } from "@helve/core";
import { didYouMean } from "@helve/core/internal";
import {
  type HookAnswer,
  type HookClient,
  type HookEvent,
  hookClients,
  hookFailure,
  readHookEvent,
  writeHookAnswer,
} from "@helve/hooks";
import { answerEvent } from "../hook/answer-event.ts";
import { hookTime } from "../hook/clock.ts";
import { loadLanguagesFor } from "../hook/languages-on-demand.ts";
import type { AnswerContext } from "../hook/session-guards.ts";
import { withSessionLog } from "../hook/session-log.ts";
import { type Io, UsageError } from "../io.ts";
import { platform } from "../platform.ts";
import { stateFolder } from "../state/state-folder.ts";

/** The options of `helve hook`. */
export interface HookOptions {
  readonly event?: string;
  readonly session?: string;
}

/**
 * Reads the event of a client from standard input, and answers in its form. Whatever fails, the answer is a denial.
 *
 * @returns the exit code that the client expects
 */
export async function hook(client: HookClient, options: HookOptions, io: Io): Promise<number> {
  let answer: HookAnswer;
  let event: HookEvent | undefined;
  const limit = Math.min(hookClients[client].timeLimit / 2, longestDecision);
  const deadline = AbortSignal.timeout(limit);
  const begin = performance.now();
  const isLate = (): boolean => performance.now() - begin > limit;
  const tooLong = (): Error => new Error(`the decision took more than ${limit / 1000} s`);
  try {
    const late = new Promise<never>((_, reject) => {
      deadline.addEventListener("abort", () => reject(tooLong()));
    });
    const { value, issues } = readHookEvent(client, await Promise.race([io.stdin(), late]), options);
    if (value === undefined) throw new Error(issues.map(({ message }) => message).join("; "));
    event = value;
    answer = await Promise.race([decide(event, { signal: deadline, isLate }, io), late]);
    if (isLate()) throw tooLong();
  } catch (error) {
    answer = hookFailure(client, errorJson(error).message, event);
  }
  io.out(answer.stdout);
  io.err(answer.stderr);
  return answer.exitCode;
}

/**
 * The client that is the only argument of `helve hook`.
 *
 * @throws UsageError if there are others: the first may be a misspelled subcommand
 */
export function onlyClient([name = "", ...others]: readonly string[]): HookClient {
  if (others.length === 0) return clientNamed(name);
  const meant = didYouMean(name, ["install", "uninstall", "doctor"]);
  throw new UsageError(`helve hook takes a client only, or install, uninstall or doctor (got ${name})${meant}`);
}

/**
 * The client with a name.
 *
 * @throws UsageError if there is none
 */
export function clientNamed(name: string): HookClient {
  const names = Object.keys(hookClients) as HookClient[];
  const client = names.find((one) => one === name);
  if (client !== undefined) return client;
  throw new UsageError(
    `there is no client ${name}${didYouMean(name, names) || `: expected one of ${names.join(", ")}`}`,
  );
}

/** In milliseconds: well below the limits of all clients. */
const longestDecision = 20_000;

async function decide(event: HookEvent, limits: Pick<AnswerContext, "signal" | "isLate">, io: Io): Promise<HookAnswer> {
  // Before the session is locked.
  if (event.tool !== undefined) await loadLanguagesFor(event.tool);
  const { home, environment } = io;
  const state = stateFolder(home, environment);
  const { client, session } = event;
  const places = { cwd: event.cwd ?? io.cwd, home, state, client, environment, platform: platform() };
  const clock = (): number => hookTime(state);
  const decision = await withSessionLog({ folder: state, client, session, clock }, (log) =>
    // While no other event of the session is decided about, so that their times are in their order.
    answerEvent(event, { log, places, now: clock(), ...limits }),
  );
  return writeHookAnswer(event, decision);
}
