/** Compares a replayed verdict with the recorded one: how it differs, and which rules cause the difference. */
import { type Action, canonicalJson, type Pass, type Truth, type Verdict } from "@helve/core";

/** The difference between a replayed verdict and the recorded one. */
export type ReplayChange =
  | "now allowed"
  | "now stopped"
  | "now ended"
  | "now asked"
  /** Allowed as before, but another action runs. */
  | "now changed"
  /** Allowed as before, but with other notes for the model. */
  | "now noted";

/** Compares the outcomes of two verdicts; `undefined` if they are equal. */
export function changeBetween(before: Verdict, after: Verdict): ReplayChange | undefined {
  const { mode, shadowVerdict } = before.decision;
  const isShadow = mode === "shadow" && shadowVerdict !== undefined;
  const kind = isShadow ? shadowVerdict.kind : before.kind;
  if (kind !== after.kind) return changeTo[after.kind];
  if (isShadow || before.kind !== "allow" || after.kind !== "allow") return undefined;
  if (actionKey(before.action) !== actionKey(after.action)) return "now changed";
  return canonicalJson(before.notes ?? []) === canonicalJson(after.notes ?? []) ? undefined : "now noted";
}

const changeTo: Readonly<Record<Verdict["kind"], ReplayChange>> = {
  allow: "now allowed",
  stop: "now stopped",
  pending: "now asked",
  end: "now ended",
};

/** Returns the rules that cause a difference between two verdicts. */
export function rulesBetween(before: Verdict, after: Verdict): readonly string[] {
  const length = Math.max(before.decision.passes.length, after.decision.passes.length);
  for (let index = 0; index < length; index++) {
    const resultsBefore = ruleResults(before.decision.passes[index]);
    const resultsAfter = ruleResults(after.decision.passes[index]);
    const names = [...new Set([...resultsAfter.keys(), ...resultsBefore.keys()])];
    const differing = names.filter(
      (name) => canonicalJson(resultsBefore.get(name) ?? null) !== canonicalJson(resultsAfter.get(name) ?? null),
    );
    const causing = differing.filter((name) => !isCutShort(resultsBefore.get(name), resultsAfter.get(name)));
    if (differing.length > 0) return causing.length > 0 ? causing : differing;
  }
  return [];
}

/** The check of a violated rule in one pass, and its enforcements. */
interface RuleResult {
  readonly check: Truth | null;
  readonly enforced: readonly (readonly [enforcement: string, outcome: string])[];
}

/** The results of the violated rules of a pass, by rule name. */
function ruleResults(pass: Pass | undefined): ReadonlyMap<string, RuleResult> {
  const violated = (pass?.rules ?? []).filter((rule) => rule.violated);
  const enforcements = pass?.enforcements ?? [];
  const names = new Set([...violated, ...enforcements].map(({ rule }) => rule));
  return new Map(
    [...names].map((name) => {
      const check = violated.find(({ rule }) => rule === name)?.check ?? null;
      const own = enforcements.filter(({ rule }) => rule === name);
      return [name, { check, enforced: own.map(({ enforcement, outcome }) => [enforcement, outcome]) }];
    }),
  );
}

/** Whether two results of a rule differ only because another rule ended one of the passes earlier. */
function isCutShort(before: RuleResult | undefined, after: RuleResult | undefined): boolean {
  if (before === undefined || after === undefined || before.check !== after.check) return false;
  const common = Math.min(before.enforced.length, after.enforced.length);
  return canonicalJson(before.enforced.slice(0, common)) === canonicalJson(after.enforced.slice(0, common));
}

/** Returns a key that is equal for equal actions. */
function actionKey({ name, args }: Action): string {
  return canonicalJson([name, args]);
}
