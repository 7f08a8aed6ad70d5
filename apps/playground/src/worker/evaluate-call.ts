import { explainRule } from "@helve/agentspec";
import type { Action, Args, Evidence, RuleRecord, Trajectory, Verdict } from "@helve/core";
import { saferWays } from "@helve/core/internal";
import { excerpt } from "@helve/enforcer";
import { verdictMessage } from "@helve/executor";
import { describeEffects } from "@helve/predicates";
import type { EvaluatedCall, FiredRule, ModelText, RuleReason } from "../evaluation.ts";
import type { PlaygroundInput } from "../share.ts";
import type { InputCall } from "./input-call.ts";
import { treeOf } from "./languages.ts";
import type { PreparedRules } from "./prepare-rules.ts";

/** Decides about one call. */
export async function evaluateCall(call: InputCall, place: CallPlace, prepared: PreparedRules): Promise<EvaluatedCall> {
  const { action, repairs, argumentIssues, feedback } = call;
  const { index, trajectory, isWhole, input } = place;
  const base = { index, rules: [], effects: [], repairs, argumentIssues, model: { notes: [] } };
  if (action === undefined) return { ...base, model: { notes: [], text: feedback } };
  const verdict = await decide(action, call, trajectory, prepared);
  const effects =
    isWhole && prepared.context !== undefined ? describeEffects(action, prepared.context.policy, trajectory) : [];
  const tree = isWhole ? await treeOf(input.kind, input.text) : undefined;
  return {
    ...base,
    action,
    effects,
    verdict,
    model: verdict === undefined ? base.model : modelText(action, verdict),
    rules: verdict === undefined ? [] : firedRules(verdict, action.args, isWhole ? prepared : {}),
    safer: verdict === undefined || verdict.kind === "allow" ? [] : saferWays(violatedRules(verdict)),
    tree,
  };
}

/** Where a call stands. */
interface CallPlace {
  readonly index: number;
  /** The steps of its session before it. */
  readonly trajectory: Trajectory;
  /** Whether it is shown whole, or only its verdict is wanted. */
  readonly isWhole: boolean;
  readonly input: PlaygroundInput;
}

/** Evaluates the rules on an action; `undefined` without rules. */
async function decide(
  action: Action,
  { prompt, now }: InputCall,
  trajectory: Trajectory,
  { engine, context }: PreparedRules,
): Promise<Verdict | undefined> {
  return engine?.before(action, {
    trajectory,
    prompt: prompt ?? context?.prompt ?? "",
    state: context?.state === undefined ? undefined : context.state,
    now,
    signal: new AbortController().signal,
    decode: async (decoded) => ({ ok: true, action: decoded, repairs: [] }),
  });
}

/** Lists the rules that the call violates. */
function violatedRules({ decision }: Verdict): readonly RuleRecord[] {
  return decision.passes.flatMap(({ rules }) => rules.filter(({ violated }) => violated));
}

function modelText(action: Action, verdict: Verdict): ModelText {
  const text = verdictMessage(action, verdict);
  return { notes: verdict.kind === "allow" ? (verdict.notes ?? []) : [], text };
}

/** The rules whose check is true or unknown, each once, with the reasons of the first pass in which it fired. */
function firedRules(
  verdict: Verdict,
  args: Args,
  { program, options }: Pick<PreparedRules, "program" | "options">,
): readonly FiredRule[] {
  const records = new Map<string, RuleRecord>();
  for (const record of violatedRules(verdict)) if (!records.has(record.rule)) records.set(record.rule, record);
  return [...records.values()].map(({ rule: name, line, check, predicates }) => {
    const rule = program?.rules.find((one) => one.name === name);
    const reasons = predicates.filter(({ irrelevant }) => irrelevant !== true);
    return {
      name,
      line,
      isUnknown: check === "unknown",
      sentence:
        rule === undefined || program === undefined
          ? ""
          : explainRule(rule, { program, predicates: options?.predicates }),
      reasons: reasons.map(({ predicate, value, reason, evidence }) => ({
        condition: predicate,
        value,
        reason,
        evidence: excerptsOf(evidence, args),
      })),
    };
  });
}

/** The lines that the first pieces of evidence are in, each once. */
function excerptsOf(evidence: readonly Evidence[], args: Args): RuleReason["evidence"] {
  const lines = evidence.slice(0, 3).flatMap((one) => excerpt(one, args, { width: 72, lines: 2 }));
  return [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()];
}
