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
 * action through, that action is decoded and the other guards are asked about it, from the first on.
 */
export async function guard(
  action: Action,
  guards: readonly Guard[],
  context: GuardContext,
): Promise<Staged<GuardRecord, Action>> {
  const verdicts: Verdict[] = [];
  const refuse = (failure: Failure) => ({ ok: false, record: { verdicts, action: null, after: [] }, failure }) as const;
  let current = action;
  let waiting = guards;
  for (let rewrites = 0; rewrites <= mostRewrites; ) {
    const [asked, ...others] = waiting;
    if (asked === undefined) return { ok: true, record: { verdicts, action: current, after: [] }, made: current };

    const verdict = await ask(() => asked.before(current, context), context.signal);
    if (verdict.kind !== "threw" && verdict.kind !== "aborted") verdicts.push(verdict);
    if (verdict.kind !== "allow") return refuse(refusal(current, verdict));
    if (isSame(verdict.action, current)) {
      waiting = others;
      continue;
    }
    const decoded = await context.decode(verdict.action);
    if (!decoded.ok) return refuse(undecodable(current, verdict.action, decoded.issues));
    current = { ...verdict.action, args: decoded.args };
    waiting = guards.filter((other) => other !== asked);
    rewrites++;
  }
  return refuse(stopped(`${action.name} was stopped: its guards changed it more than ${mostRewrites} times.`));
}

/** What the guards say of a step before the model sees its observation; any verdict but `allow` withholds that. */
export async function guardAfter(
  step: Step,
  guards: readonly Guard[],
  context: GuardContext,
): Promise<{ readonly verdicts: readonly Verdict[]; readonly failure?: Failure }> {
  const verdicts: Verdict[] = [];
  for (const asked of guards) {
    const after = asked.after?.bind(asked);
    if (after === undefined) continue;
    const verdict = await ask(() => after(step, context), context.signal);
    if (verdict.kind !== "threw" && verdict.kind !== "aborted") verdicts.push(verdict);
    if (verdict.kind !== "allow") return { verdicts, failure: refusal(step.action, verdict) };
  }
  return { verdicts };
}

type Answer = Verdict | { readonly kind: "threw"; readonly error: unknown } | { readonly kind: "aborted" };

/** Waits for a guard's verdict, but no longer than the caller does. */
async function ask(question: () => Promise<Verdict>, signal: AbortSignal): Promise<Answer> {
  if (signal.aborted) return { kind: "aborted" };
  let giveUp = (): void => undefined;
  const given = new Promise<Answer>((resolve) => {
    giveUp = () => resolve({ kind: "aborted" });
    signal.addEventListener("abort", giveUp);
  });
  try {
    return await Promise.race([question(), given]);
  } catch (error) {
    return { kind: "threw", error };
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

function isSame(one: Action, other: Action): boolean {
  if (one === other) return true;
  return one.name === other.name && canonicalJson(one.args) === canonicalJson(other.args);
}

function refusal(action: Action, answer: Exclude<Answer, { kind: "allow" }>): Failure {
  switch (answer.kind) {
    case "threw":
      return unexpected("stopped", `${action.name} was stopped: a guard failed`, answer.error);
    case "aborted":
      return aborted("stopped", action.name);
    case "stop":
      return stopped(`${action.name} was stopped: ${answer.reason}`);
    case "end":
      return {
        ...stopped(`${action.name} was stopped, and the agent with it: ${answer.reason}`),
        recoverable: "nobody",
      };
    case "pending": {
      const rules = answer.request.rules.map(({ rule }) => `@${rule}`).join(", ");
      const message = `${action.name} waits for an answer, which ${rules} asks for.`;
      return { status: "pending", error: { code: "pending", message }, recoverable: "caller" };
    }
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
