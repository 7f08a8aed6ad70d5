import { type Step, withHistory } from "@helve/core";
import { findingTexts } from "@helve/enforcer";
import { defaultTrustedHosts, languageTools, type Policy, predicates } from "@helve/predicates";
import { emptyContext, engineOf, readyRules } from "../decisions.ts";
import { languages } from "./judge.ts";
import type { RecordedCase, RecordedSet } from "./recorded-sets.ts";

/** Decides the calls of a set by a preset, as `helve try --batch` does: each after the earlier calls of its session. */
export async function judgeRecorded(
  cases: readonly RecordedCase[],
  { workingDirectory, home }: RecordedSet,
  rules: string,
): Promise<readonly JudgedCall[]> {
  const policy: Policy = { languages, tools: languageTools, workingDirectory, home, trustedHosts: defaultTrustedHosts };
  const engine = engineOf(await readyRules(rules), {
    predicates: predicates(policy),
    inspect: () => ({ decision: "reject" }),
  });
  const sessions = new Map<string, Step[]>();
  const judged: JudgedCall[] = [];
  for (const one of cases) {
    const { action, session } = one;
    const steps = (session === undefined ? undefined : sessions.get(session)) ?? [];
    const { kind, decision } = await engine.before(action, { ...emptyContext, trajectory: withHistory(steps, steps) });
    const violated = decision.passes.flatMap(({ rules: records }) => records.filter((record) => record.violated));
    judged.push({ one, touched: kind !== "allow", reasons: findingTexts(violated) });
    steps.push({ action, observation: { parts: [], isError: false }, ran: true });
    if (session !== undefined) sessions.set(session, steps);
  }
  return judged;
}

/** The decision of the rules about a call. */
export interface JudgedCall {
  readonly one: RecordedCase;
  /** Whether it was stopped, or a person asked. */
  readonly touched: boolean;
  /** The rules that objected, with the reasons of their predicates. */
  readonly reasons: readonly string[];
}
