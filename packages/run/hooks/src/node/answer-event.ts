import { type Action, type JsonValue, type Trajectory, type Verdict, withHistory } from "@helve/core";
import { exactJson, freezeCopy } from "@helve/core/internal";
import { randomId } from "@helve/core/internal/node";
import { type HookDecision, hookReason } from "../hook-decision.ts";
import type { HookEvent } from "../hook-event.ts";
import { possibleDecision, replacesResult } from "../write-hook-answer.ts";
import { Approvals, callDigest } from "./approvals.ts";
import { entriesWithout, twinOf } from "./cursor-twin.ts";
import { recordBegin } from "./guard-files.ts";
import type { Question } from "./hook-host.ts";
import { type AnswerContext, loadSessionGuards } from "./session-guards.ts";
import { sessionView } from "./session-steps.ts";
import type { CallEntry, SessionEntry } from "./state/session-entry.ts";
import { addWrittenTexts } from "./state/written-texts.ts";

/**
 * Decides about an event by all programs and the session so far, and adds it to the log of the session.
 *
 * @throws if something needed for the decision fails; the hook must deny then
 */
export async function answerEvent(event: HookEvent, context: AnswerContext): Promise<HookDecision> {
  const { log, places, now } = context;
  recordBegin(event, log, places, now);
  switch (event.event) {
    case "prompt":
      log.append({ type: "prompt", at: now, text: event.prompt ?? "" });
      return { kind: "allow" };
    case "subagent_start":
      // The request of a subagent is written by a model: it is no prompt of the user.
      if (event.prompt !== undefined)
        recordResult({ ...event, tool: { kind: "agent", name: "Subagent", args: {} }, result: event.prompt }, context);
      return { kind: "allow" };
    case "before_tool":
    case "permission_request":
      return decideCall(event, context);
    case "after_tool":
      return decideResult(event, context);
    case "after_batch":
      return decideBatch(event, context);
    default:
      return { kind: "allow" };
  }
}

/** Decides about a call before it runs. */
async function decideCall(event: HookEvent, context: AnswerContext): Promise<HookDecision> {
  const { log, places, host, now, later } = context;
  const guards = await loadSessionGuards(event, context);
  const action = actionOf(event);
  const digest = callDigest(action, event.tool?.source);
  // Rules may ask about another call than the client's.
  const digestOf = (asked: Action): string => (isSameCall(asked, action) ? digest : callDigest(asked));
  const twin = twinOf(event, openCalls(log.entries), now);
  const entries = twin === undefined ? log.entries : entriesWithout(twin, log.entries);
  const guardContext = twin === undefined ? guards.past() : guards.pastWithout(twin);
  const owner = { state: places.state, place: log.path, session: event };
  let approvals = new Approvals(entries, owner, host);
  const effectsNow = approvals.has(digest) ? await guards.hashOfEffects(action, guardContext) : undefined;
  const verdicts = await guards.decide(
    (request) => approvals.isApproved(request, digestOf(request.action), effectsNow),
    (engines) => {
      approvals = new Approvals(entries, owner, host);
      return Promise.all(engines.map((engine) => engine.before(action, guardContext)));
    },
  );
  const { decision: own, rules } = strictest(event, verdicts);
  const decision = withRepetition(own, rules, entries);
  if (event.event === "permission_request") return decision;
  if (decision.kind === "allow") for (const id of approvals.used) log.append({ type: "approval_used", at: now, id });
  let asked: Question | undefined;
  if (decision.kind === "ask") {
    const effects = effectsNow ?? (await guards.hashOfEffects(action, guardContext));
    asked = question(action, { digest, effects, rules, reason: decision.reason }, now);
    log.append(asked);
  }
  const allowOnce = `To allow it once, a person runs: helve allow ${asked?.id}`;
  const answer = decision.kind === "ask" ? { ...decision, allowOnce } : decision;
  // The log records what the client will do, which can differ from the answer.
  const done = possibleDecision(event, answer);
  if (twin === undefined) {
    const args = done.kind === "rewrite" ? done.args : action.args;
    log.append({
      type: "call",
      at: now,
      call: action.id,
      tool: action.name,
      args,
      digest: done.kind === "rewrite" ? callDigest({ name: action.name, args }) : digest,
      event: event.client === "cursor" ? event.nativeEvent : undefined,
      agent: event.agent,
      verdict: { kind: done.kind === "rewrite" ? "allow" : done.kind, rules },
    });
  }
  if (done.kind !== "deny") await addWrittenTexts(places.state, guards.written);
  await later(() => guards.saveCheckpoint());
  return answer;
}

/** Adds to a denial how often in a row the same rules objected: the agent keeps trying. */
function withRepetition(
  decision: HookDecision,
  rules: readonly string[],
  entries: readonly SessionEntry[],
): HookDecision {
  if (decision.kind !== "deny" && decision.kind !== "ask") return decision;
  const ran = new Set(entries.flatMap((entry) => (entry.type === "result" ? [entry.call] : [])));
  const calls = entries
    .slice(entries.findLastIndex(({ type }) => type === "prompt") + 1)
    .filter((entry) => entry.type === "call");
  const isSame = ({ call, verdict }: CallEntry): boolean =>
    verdict.kind !== "allow" && !ran.has(call) && verdict.rules.some((rule) => rules.includes(rule));
  const count = calls.length - calls.findLastIndex((call) => !isSame(call));
  if (count < 3) return decision;
  const reason = `${decision.reason}; this is call ${count} in a row that the same rules do not allow: the agent tries the same in other ways`;
  return { ...decision, reason };
}

/** Decides about a result before the model sees it, and records it. */
async function decideResult(event: HookEvent, context: AnswerContext): Promise<HookDecision> {
  const { log, now, later } = context;
  const guards = await loadSessionGuards(event, context);
  const before = guards.past();
  const call = recordResult(event, context);
  const step = sessionView(log.entries).trajectory.findLast(({ action }) => action.id === call);
  if (step === undefined) return { kind: "allow" };
  const trajectory = withoutCall(before.trajectory, call);
  const verdicts = await guards.decide(
    () => false,
    (engines) => Promise.all(engines.map((engine) => engine.after(step, { ...before, trajectory }))),
  );
  await later(() => guards.saveCheckpoint());
  const { decision } = strictest(event, verdicts.map(withoutAction));
  if (decision.kind !== "deny" && decision.kind !== "ask") return decision;
  const { reason } = decision;
  if (!replacesResult(event)) log.append({ type: "withheld", at: now, call, reason });
  return { kind: "deny", reason };
}

/** Removes a call from a trajectory. */
function withoutCall(trajectory: Trajectory, call: string): Trajectory {
  const isInFlight = trajectory.every(({ action, inFlight }) => action.id !== call || inFlight === true);
  const others = trajectory.filter(({ action }) => action.id !== call);
  return withHistory(others, isInFlight ? trajectory.history : undefined);
}

/** Decides whether the model may read the results of a batch of calls. */
async function decideBatch(event: HookEvent, context: AnswerContext): Promise<HookDecision> {
  const { log } = context;
  const calls = event.calls ?? [];
  for (const { callId, tool, result } of calls) {
    // The hook after the tool did not answer, or the call did not run because the client has refused it.
    const isOpen = openCalls(log.entries).some(({ call }) => call === callId);
    if (isOpen) await decideResult({ ...event, event: "after_tool", callId, tool, result, failed: true }, context);
  }
  const ids = new Set(calls.map(({ callId }) => callId));
  const reasons = log.entries.flatMap((entry) =>
    entry.type === "withheld" && ids.has(entry.call) ? [entry.reason] : [],
  );
  return reasons.length === 0 ? { kind: "allow" } : { kind: "deny", reason: [...new Set(reasons)].join("; ") };
}

/** The strictest decision of several verdicts, with the rules that object. */
function strictest(
  event: HookEvent,
  verdicts: readonly Verdict[],
): { readonly decision: HookDecision; readonly rules: readonly string[] } {
  const worst = Math.max(...verdicts.map(severity));
  const deciding = verdicts.filter((verdict) => severity(verdict) === worst);
  const rules = deciding.flatMap(({ decision }) =>
    decision.passes.flatMap((pass) => pass.rules.filter(({ violated }) => violated).map(({ rule }) => rule)),
  );
  const reason = [...new Set(deciding.map(hookReason))].join("; ");
  const names = [...new Set(rules)];
  if (worst === 3) return { decision: { kind: "deny", reason }, rules: names };
  if (worst === 2) return { decision: { kind: "ask", reason }, rules: names };
  if (worst === 0) return { decision: { kind: "allow" }, rules: [] };
  const [only, ...others] = deciding.filter((verdict) => verdict.kind === "allow");
  const isSameTool = only?.action.name === event.tool?.name;
  if (only === undefined || others.length > 0 || !isSameTool)
    return { decision: { kind: "deny", reason }, rules: names };
  return { decision: { kind: "rewrite", args: only.action.args, reason }, rules: names };
}

/** Ranks a verdict: 0 allowed, 1 changed, 2 a person decides, 3 stopped. */
function severity(verdict: Verdict): number {
  if (verdict.kind === "pending") return 2;
  if (verdict.kind !== "allow") return 3;
  const original = verdict.decision.passes[0]?.action;
  return original === undefined || isSameCall(original, verdict.action) ? 0 : 1;
}

/** Converts a verdict about a result, whose action can't be changed any more. */
function withoutAction(verdict: Verdict): Verdict {
  const original = verdict.decision.passes[0]?.action;
  return verdict.kind === "allow" && original !== undefined ? { ...verdict, action: original } : verdict;
}

/** Whether two actions have the same tool and exactly the same arguments, as far as they are parsed. */
function isSameCall(one: Action, other: Action): boolean {
  return one.name === other.name && exactJson(one.args) === exactJson(other.args);
}

/** Builds the action that the rules check from the tool call in a hook event. */
function actionOf({ callId, tool }: HookEvent): Action {
  return { id: callId ?? randomId(), name: tool?.name ?? "", args: tool?.args ?? {} };
}

/** Records a result with its call, and returns the id of the call. A call that was not seen before is recorded with it. */
function recordResult(event: HookEvent, { log, now }: AnswerContext): string {
  const action = actionOf(event);
  const digest = callDigest(action, event.tool?.source);
  const calls = openCalls(log.entries);
  const matching = calls.filter(
    ({ call, digest: other }) => call === event.callId || (event.callId === undefined && other === digest),
  );
  // A result that names no call belongs to the only call that is running.
  const [known] = event.tool === undefined && calls.length === 1 ? calls : matching;
  const call = known?.call ?? action.id;
  if (known === undefined) {
    const { name: tool, args } = action;
    log.append({ type: "call", at: now, call, tool, args, digest, verdict: { kind: "allow", rules: [] } });
  }
  log.append({ type: "result", at: now, call, result: resultOf(event.result), failed: event.failed === true });
  return call;
}

/** Lists the allowed calls without a result. */
function openCalls(entries: readonly SessionEntry[]): readonly CallEntry[] {
  const ended = new Set(entries.flatMap((entry) => (entry.type === "result" ? [entry.call] : [])));
  return entries.filter(
    (entry): entry is CallEntry => entry.type === "call" && entry.verdict.kind !== "deny" && !ended.has(entry.call),
  );
}

/** Returns the stored part of a result: its beginning if it is long. */
function resultOf(result: unknown): JsonValue {
  const copy = freezeCopy(result) ?? "";
  const text = typeof copy === "string" ? copy : JSON.stringify(copy);
  return text.length <= maxResult ? copy : text.slice(0, maxResult);
}

const maxResult = 100_000;

/** Creates the log entry of a question. */
function question(
  { name: tool, args }: Action,
  details: Pick<Question, "digest" | "effects" | "rules" | "reason">,
  at: number,
): Question {
  return { type: "question", at, id: randomId().slice(0, 8), tool, args, ...details };
}
