import { type Action, canonicalJson, type Pass, type Truth, type Verdict } from "@helve/core";

/** How two verdicts differ in what comes of them. */
export type ReplayChange =
  | "now allowed"
  | "now stopped"
  | "now ended"
  | "now asked"
  /** Allowed as before, but another action runs. */
  | "now changed"
  /** Allowed as before, but the model is told something else. */
  | "now noted";

/** @returns nothing when the same comes of both */
export function changeBetween(before: Verdict, after: Verdict): ReplayChange | undefined {
  const { mode, shadowVerdict: would } = before.decision;
  const isShadow = mode === "shadow" && would !== undefined;
  const kind = isShadow ? would.kind : before.kind;
  if (kind !== after.kind) return changes[after.kind];
  if (isShadow || before.kind !== "allow" || after.kind !== "allow") return undefined;
  if (keyOf(before.action) !== keyOf(after.action)) return "now changed";
  return canonicalJson(before.notes ?? []) === canonicalJson(after.notes ?? []) ? undefined : "now noted";
}

const changes: Readonly<Record<Verdict["kind"], ReplayChange>> = {
  allow: "now allowed",
  stop: "now stopped",
  pending: "now asked",
  end: "now ended",
};

/** The rules that did otherwise in the first pass where any did, by name. */
export function rulesBetween(before: Verdict, after: Verdict): readonly string[] {
  const length = Math.max(before.decision.passes.length, after.decision.passes.length);
  for (let index = 0; index < length; index++) {
    const was = deedsIn(before.decision.passes[index]);
    const is = deedsIn(after.decision.passes[index]);
    const names = [...new Set([...is.keys(), ...was.keys()])];
    const differing = names.filter(
      (name) => canonicalJson(was.get(name) ?? null) !== canonicalJson(is.get(name) ?? null),
    );
    const own = differing.filter((name) => !isCutShort(was.get(name), is.get(name)));
    if (differing.length > 0) return own.length > 0 ? own : differing;
  }
  return [];
}

/** What a violated rule came to in one pass. */
interface Deeds {
  readonly check: Truth | null;
  readonly enforced: readonly (readonly [enforcement: string, outcome: string])[];
}

function deedsIn(pass: Pass | undefined): ReadonlyMap<string, Deeds> {
  const violated = (pass?.rules ?? []).filter((rule) => rule.violated);
  const enforced = pass?.enforcements ?? [];
  const names = new Set([...violated, ...enforced].map(({ rule }) => rule));
  return new Map(
    [...names].map((name) => {
      const check = violated.find(({ rule }) => rule === name)?.check ?? null;
      const own = enforced.filter(({ rule }) => rule === name);
      return [name, { check, enforced: own.map(({ enforcement, outcome }) => [enforcement, outcome]) }];
    }),
  );
}

/** Whether a rule found the same, and its turn only did not come because of another. */
function isCutShort(was: Deeds | undefined, is: Deeds | undefined): boolean {
  if (was === undefined || is === undefined || was.check !== is.check) return false;
  const both = Math.min(was.enforced.length, is.enforced.length);
  return canonicalJson(was.enforced.slice(0, both)) === canonicalJson(is.enforced.slice(0, both));
}

function keyOf({ name, args }: Action): string {
  return canonicalJson([name, args]);
}
