/** `answerHook`: reads an event from standard input, decides, and writes the answer. */
import { isAbsolute, win32 } from "node:path";
import { errorJson } from "@helve/core";
import { hookClients } from "../clients.ts";
import type { HookClient, HookEvent } from "../hook-event.ts";
import { type ReadHookOptions, readHookEvent } from "../read-hook-event.ts";
import { type HookAnswer, hookFailure, writeHookAnswer } from "../write-hook-answer.ts";
import { answerEvent } from "./answer-event.ts";
import type { UserPlaces } from "./clients/settings-file.ts";
import { hookTime } from "./clock.ts";
import type { HookHost } from "./hook-host.ts";
import { loadLikelyLanguages } from "./likely-languages.ts";
import { platform } from "./platform.ts";
import type { AnswerContext } from "./session-guards.ts";
import { withSessionLog } from "./session-log.ts";
import type { SessionMemories } from "./session-memory.ts";
import { stateFolder } from "./state/state-folder.ts";

/** Options of {@link answerHook}. */
export interface AnswerHookOptions extends ReadHookOptions {
  readonly io: HookIo;
  readonly host: HookHost;
  /** Aborted when nobody waits for the answer: nothing is recorded any more. */
  readonly signal?: AbortSignal;
  /** Sessions that this process keeps in memory, if it handles several events. */
  readonly memories?: SessionMemories;
}

/** The surroundings of a hook: where it reads and writes, and whose files it may use. */
export interface HookIo extends UserPlaces {
  /** Standard input as a text. */
  stdin(): Promise<string>;
  /** Writes to standard output. */
  out(text: string): void;
  /** Writes to standard error. */
  err(text: string): void;
}

/**
 * Reads the event of a client from standard input, and answers in the client's format. After any failure, the answer is a denial.
 *
 * @returns the exit code that the client expects
 */
export async function answerHook(
  client: HookClient,
  { io, host, signal, memories, ...options }: AnswerHookOptions,
): Promise<number> {
  let answer: HookAnswer;
  let event: HookEvent | undefined;
  const limit = Math.min(hookClients[client].timeLimit / 2, longestDecision);
  const deadline = AbortSignal.timeout(limit);
  const begin = performance.now();
  const timeLeft = (): number => begin + limit - performance.now();
  const isLate = (): boolean => timeLeft() < 0 || signal?.aborted === true;
  const tooLong = (): Error => new Error(`the decision took more than ${limit / 1000} s`);
  try {
    const late = new Promise<never>((_, reject) => {
      deadline.addEventListener("abort", () => reject(tooLong()));
    });
    const text = await Promise.race([io.stdin(), late]);
    if (text.length > longestEvent) {
      throw new Error(`the event is too long (${text.length} characters, at most ${longestEvent})`);
    }
    const { value, issues } = readHookEvent(client, text, options);
    if (value === undefined) throw new Error(issues.map(({ message }) => message).join("; "));
    event = value;
    answer = await Promise.race([decide(event, { signal: deadline, isLate, timeLeft, host, memories }, io), late]);
    if (isLate()) throw tooLong();
  } catch (error) {
    answer = hookFailure(client, errorJson(error).message, event);
  }
  io.out(answer.stdout);
  io.err(answer.stderr);
  return answer.exitCode;
}

/** In characters. A longer one may take too long to read, and some clients run a call whose hook is too slow. */
const longestEvent = 10_000_000;

/** In milliseconds: well below the limits of all clients. */
const longestDecision = 20_000;

interface DecideContext extends Pick<AnswerContext, "signal" | "isLate" | "host"> {
  readonly timeLeft: () => number;
  readonly memories: SessionMemories | undefined;
}

/** Decides about an event within the time limit. */
async function decide(
  event: HookEvent,
  { timeLeft, memories, ...context }: DecideContext,
  io: HookIo,
): Promise<HookAnswer> {
  const { cwd = io.cwd } = event;
  if (!isAbsolute(cwd) && !win32.isAbsolute(cwd))
    throw new Error(`the directory of the event must be an absolute path (got ${JSON.stringify(cwd)})`);
  // Before the session is locked.
  if (event.tool !== undefined) await loadLikelyLanguages(event.tool);
  const { home, environment } = io;
  const state = stateFolder(home, environment);
  const { client, session } = event;
  const { isLate } = context;
  const places = {
    cwd,
    home,
    state,
    client,
    environment,
    platform: platform(),
    program: context.host.folder,
  };
  const clock = (): number => hookTime(state);
  // Many events may wait for one log; the last of them still needs time for its decision.
  const timeout = timeLeft() * 0.9;
  const logged = { folder: state, client, session, clock, memories };
  const postponed: (() => Promise<void>)[] = [];
  const later = async (work: () => Promise<void>): Promise<void> => {
    // Without a memory, the process ends after its answer.
    if (memories === undefined) await work();
    else postponed.push(work);
  };
  const { decision, log } = await withSessionLog({ ...logged, timeout, isLate }, async (log) => ({
    // While no other event of the session is decided about, so that their times are in their order.
    decision: await answerEvent(event, { log, places, now: clock(), later, ...context }),
    log,
  }));
  if (postponed.length > 0) {
    setImmediate(() => {
      void withSessionLog(logged, async (current) => {
        if (current === log) for (const work of postponed) await work();
      }).catch(() => undefined);
    });
  }
  return writeHookAnswer(event, decision);
}
