import {
  type Action,
  canonicalJson,
  type Guard,
  type GuardContext,
  type GuardRecord,
  type Issue,
  type Step,
  type Verdict,
} from "@helve/core";
import { aborted, type Failure, type Staged, unexpected } from "../failure.ts";

/** How often guards may put another action in the place of one before it is stopped. */
const mostRewrites = 8;

/**
 * Action to verdict. The guards are asked in their order; the first that does not allow ends it. When one lets another
 * action through, that action is decoded and the other guards are asked about it, from the first on. A guard that fails
 * stops the action.
 */
export async function guard(
  action: Action,
  guards: readonly Guard[],
  context: GuardContext,
): Promise<Staged<GuardRecord, Action>> {
  const verdicts: Verdict[] = [];
  const asked = await askAll(action, guards, context, verdicts).catch((error) => guardFailed(action, error));
  if ("status" in asked) return { ok: false, record: { verdicts, action: null, after: [] }, failure: asked };
  return { ok: true, record: { verdicts, action: asked, after: [] }, made: asked };
}

/** What the guards say of a step before the model sees its observation; any verdict but `allow` withholds that. */
export async function guardAfter(
  step: Step,
  guards: readonly Guard[],
  context: GuardContext,
): Promise<{ readonly verdicts: readonly Verdict[]; readonly failure: Failure | undefined }> {
  const verdicts: Verdict[] = [];
  const look = async (): Promise<Failure | undefined> => {
    for (const guard of guards) {
      const after = guard.after?.bind(guard);
      if (after === undefined) continue;
      const verdict = await unlessAborted(() => after(step, context), context.signal);
      if (verdict === "aborted") return aborted("stopped", step.action.name);
      verdicts.push(verdict);
      if (verdict.kind !== "allow") return refusal(step.action, verdict);
    }
    return undefined;
  };
  return { verdicts, failure: await look().catch((error) => guardFailed(step.action, error)) };
}

async function askAll(
  action: Action,
  guards: readonly Guard[],
  context: GuardContext,
  verdicts: Verdict[],
): Promise<Action | Failure> {
  let current = action;
  let waiting = guards;
  for (let rewrites = 0; rewrites <= mostRewrites; ) {
    const [asked, ...others] = waiting;
    if (asked === undefined) return current;

    const verdict = await unlessAborted(() => asked.before(current, context), context.signal);
    if (verdict === "aborted") return aborted("stopped", current.name);
    verdicts.push(verdict);
    if (verdict.kind !== "allow") return refusal(current, verdict);
    if (isSame(verdict.action, current)) {
      waiting = others;
      continue;
    }
    const decoded = await context.decode(verdict.action);
    if (!decoded.ok) return undecodable(current, verdict.action, decoded.issues);
    current = { ...verdict.action, args: decoded.args };
    waiting = guards.filter((other) => other !== asked);
    rewrites++;
  }
  return stopped(`${action.name} was stopped: its guards changed it more than ${mostRewrites} times.`);
}

/** Waits for a guard's verdict, but no longer than the caller does. */
async function unlessAborted(ask: () => Promise<Verdict>, signal: AbortSignal): Promise<Verdict | "aborted"> {
  if (signal.aborted) return "aborted";
  let giveUp = (): void => undefined;
  const givenUp = new Promise<"aborted">((resolve) => {
    giveUp = () => resolve("aborted");
    signal.addEventListener("abort", giveUp);
  });
  try {
    return await Promise.race([ask(), givenUp]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

function isSame(one: Action, other: Action): boolean {
  if (one === other) return true;
  return one.name === other.name && canonicalJson(one.args) === canonicalJson(other.args);
}

function guardFailed(action: Action, error: unknown): Failure {
  return unexpected("stopped", `${action.name} was stopped: a guard failed`, error);
}

function refusal(action: Action, verdict: Exclude<Verdict, { kind: "allow" }>): Failure {
  switch (verdict.kind) {
    case "stop":
      return stopped(`${action.name} was stopped: ${verdict.reason}`);
    case "end": {
      const failure = stopped(`${action.name} was stopped, and the agent with it: ${verdict.reason}`);
      return { ...failure, recoverable: "nobody" };
    }
    case "pending": {
      const rules = verdict.request.rules.map(({ rule }) => `@${rule}`).join(", ");
      const message = `${action.name} waits for an answer, which ${rules} asks for.`;
      return { status: "pending", error: { code: "pending", message }, recoverable: "caller" };
    }
    default:
      throw new TypeError(`its verdict is none that is known: ${JSON.stringify(verdict)}`);
  }
}

function undecodable(action: Action, rewritten: Action, issues: readonly Issue[]): Failure {
  const problems = issues.map((issue) => issue.message).join("; ");
  return stopped(
    `${action.name} was stopped: what a guard put in its place, ${rewritten.name}, can't run: ${problems}`,
  );
}

function stopped(message: string): Failure {
  return { status: "stopped", error: { code: "stopped", message }, recoverable: "model" };
}
