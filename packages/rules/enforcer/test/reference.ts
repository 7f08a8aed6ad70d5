import type { Action, Args } from "@helve/core";

// A second engine, slow and obvious, to hold the real one against: it looks at models of programs, not at syntax trees.

type Policy = "violated" | "ignore" | "stop" | "user_inspection";

export type ModelCheck =
  | { readonly ask: string }
  | { readonly truth: boolean }
  | { readonly not: ModelCheck }
  | { readonly all: readonly ModelCheck[] }
  | { readonly some: readonly ModelCheck[] };

export type ModelEnforcement =
  | { readonly does: "stop" | "skip" | "none" | "allow" | "warn" | "log" | "llm_self_reflect" }
  | { readonly does: "user_inspection"; readonly fixes: readonly string[] }
  | { readonly does: "invoke_action"; readonly tool: string; readonly args: Args }
  /** 0 is done, 1 stops, 2 throws. */
  | { readonly does: "brake"; readonly how: 0 | 1 | 2 };

interface ModelRule {
  readonly name: string;
  readonly priority: number;
  readonly tool: string;
  readonly check: readonly ModelCheck[];
  readonly enforce: readonly ModelEnforcement[];
}

export interface Model {
  readonly isDenyDefault: boolean;
  readonly onUnknown: Policy;
  readonly onError: Policy;
  readonly rules: readonly ModelRule[];
}

/** The answer of a person. */
export type Said =
  | { readonly decision: "approve"; readonly remember?: "session" }
  | { readonly decision: "reject" }
  | { readonly decision: "edit"; readonly args: Args }
  | { readonly decision: "fix"; readonly fix: string };

/** The prepared answers, in the order in which they are used; none after the last. */
export interface World {
  readonly people: readonly Said[];
  readonly models: readonly (Args | null)[];
  readonly maxTrials: number;
}

export interface Judged {
  readonly kind: "allow" | "stop";
  readonly action: Action | undefined;
  readonly passes: readonly {
    readonly action: Action;
    readonly checks: Readonly<Record<string, number>>;
    readonly outcomes: readonly string[];
  }[];
}

/** Judges one action after the other, as one engine would that remembers its approvals. */
export function judgeAll(model: Model, actions: readonly Action[], world: World): readonly Judged[] {
  const people = [...world.people];
  const models = [...world.models];
  const remembered = new Set<string>();
  return actions.map((action) => judge(model, action, { people, models, remembered, maxTrials: world.maxTrials }));
}

interface Rest {
  readonly people: Said[];
  readonly models: (Args | null)[];
  readonly remembered: Set<string>;
  readonly maxTrials: number;
}

function judge(model: Model, first: Action, rest: Rest): Judged {
  const passes: Judged["passes"][number][] = [];
  let action = first;
  let approvedBy: readonly string[] = [];
  let trials = 0;
  let changesByPerson = 0;
  for (let pass = 1; pass <= 100; pass++) {
    const checks: Record<string, number> = {};
    const outcomes: string[] = [];
    passes.push({ action, checks, outcomes });
    const end = (kind: "allow" | "stop"): Judged => ({ kind, action: kind === "allow" ? action : undefined, passes });

    // a: all checks, without side effects
    const looking = model.rules.filter((rule) => fits(rule.tool, action.name) && rule.name !== action.invokedBy);
    for (const rule of looking) checks[rule.name] = Math.min(1, ...rule.check.map((check) => truthOf(check, action)));

    // b: who is violated, and what of it is enforced
    const enforced = new Map<ModelRule, readonly ModelEnforcement[]>();
    for (const rule of looking) {
      if (checks[rule.name] === 1) enforced.set(rule, rule.enforce);
      if (checks[rule.name] !== 0.5) continue;
      const policies = policiesFor(rule, action, model);
      if (policies.every((policy) => policy === "ignore")) continue;
      enforced.set(rule, [
        ...(policies.includes("stop") ? [{ does: "stop" } as const] : []),
        ...(policies.includes("user_inspection") ? [{ does: "user_inspection", fixes: [] } as const] : []),
        ...(policies.includes("violated") ? rule.enforce : []),
      ]);
    }
    const rules = [...enforced.keys()].sort((one, other) => other.priority - one.priority);
    const deeds = rules.flatMap((rule) => (enforced.get(rule) ?? []).map((deed) => ({ rule, deed })));

    // c: stop and skip before anything else but what is told
    if (deeds.some(({ deed }) => deed.does === "stop" || deed.does === "skip")) {
      for (const { deed } of deeds) {
        if (deed.does === "warn") outcomes.push("warned");
        if (deed.does === "log") outcomes.push("logged");
        if (deed.does === "stop") outcomes.push("stopped");
        if (deed.does === "skip") outcomes.push("skipped");
      }
      return end("stop");
    }
    const isAllowed =
      !model.isDenyDefault ||
      rules.some((rule) => checks[rule.name] === 1 && rule.enforce.some(({ does }) => does === "allow"));

    const passed = new Map(approvedBy.map((rule) => [rule, "approved"]));
    const asking = () =>
      rules.filter(
        (rule) => enforced.get(rule)?.some(({ does }) => does === "user_inspection") && !passed.has(rule.name),
      );
    const recall = () => {
      for (const { name } of asking()) if (rest.remembered.has(memoryOf(name, action))) passed.set(name, "remembered");
    };

    // d: one enforcement after the other
    let next: Action | undefined;
    let nextApproved: readonly string[] = [];
    for (const { rule, deed } of deeds) {
      if (deed.does === "none") outcomes.push("nothing");
      if (deed.does === "warn") outcomes.push("warned");
      if (deed.does === "log") outcomes.push("logged");
      if (deed.does === "allow") outcomes.push(checks[rule.name] === 1 ? "allowed" : "not allowed");
      if (deed.does === "brake") {
        outcomes.push(["done", "stopped", "failed"][deed.how] ?? "");
        if (deed.how > 0) return end("stop");
      }
      if (deed.does === "llm_self_reflect" || deed.does === "invoke_action") {
        if (trials === rest.maxTrials) {
          outcomes.push("stopped");
          return end("stop");
        }
        trials++;
      }
      if (deed.does === "llm_self_reflect") {
        const thought = rest.models.shift() ?? null;
        outcomes.push(thought === null ? "gave up" : "reflected");
        if (thought === null) return end("stop");
        next = changed(action, thought);
        break;
      }
      if (deed.does === "invoke_action") {
        outcomes.push("invoked");
        next = { id: action.id, name: deed.tool, args: deed.args, replaces: action, invokedBy: rule.name };
        break;
      }
      if (deed.does === "user_inspection") {
        if (!isAllowed) return end("stop");
        recall();
        const known = passed.get(rule.name);
        if (known !== undefined) {
          outcomes.push(known);
          continue;
        }
        const said = rest.people.shift() ?? { decision: "reject" };
        const together = asking();
        if (said.decision === "approve") {
          outcomes.push("approved");
          for (const { name } of together) {
            passed.set(name, "approved");
            if (said.remember) rest.remembered.add(memoryOf(name, action));
          }
        } else if (said.decision === "edit") {
          outcomes.push("edited");
          next = changed(action, said.args);
          nextApproved = together.map(({ name }) => name);
          break;
        } else if (said.decision === "fix" && fixesOf(together, enforced).includes(said.fix) && said.fix !== "fails") {
          outcomes.push("fixed");
          next = changed(action, fixed(said.fix, action.args));
          break;
        } else {
          outcomes.push("rejected");
          return end("stop");
        }
      }
    }
    if (next === undefined) return end(isAllowed ? "allow" : "stop");

    // e: whatever changed the action ends the pass; the new one has to be decoded
    if (next !== action && Object.hasOwn(next.args, "broken")) return end("stop");
    if (["edited", "fixed"].includes(outcomes.at(-1) ?? "") && ++changesByPerson > 10) return end("stop");
    action = next;
    approvedBy = nextApproved;
  }
  throw new Error("the model needs more than 100 passes");
}

/** Applies a fix of these models: `calm` changes the arguments, `note` leaves them, `fails` throws. */
export function fixed(fix: string, args: Args): Args {
  return fix === "calm" ? { ...args, p: false } : args;
}

function fits(pattern: string, name: string): boolean {
  const [toolkit, tool] = name.split(".");
  return [name, `${toolkit}.any`, `any.${tool}`, "any.any"].includes(pattern);
}

/** Kleene's logic over 0, ½ and 1. */
function truthOf(check: ModelCheck, action: Action): number {
  if ("truth" in check) return check.truth ? 1 : 0;
  if ("not" in check) return 1 - truthOf(check.not, action);
  if ("all" in check) return Math.min(...check.all.map((one) => truthOf(one, action)));
  if ("some" in check) return Math.max(...check.some.map((one) => truthOf(one, action)));
  const answer = action.args[check.ask];
  return answer === true ? 1 : answer === "unknown" || answer === "throws" ? 0.5 : 0;
}

/** The header's policies for the unknown answers of a check, as far as they are evaluated: those before an answer that decides alone. */
function policiesFor(rule: ModelRule, action: Action, { onUnknown, onError }: Model): readonly Policy[] {
  const seen = new Set<unknown>();
  const look = (check: ModelCheck): number => {
    if ("ask" in check) seen.add(action.args[check.ask]);
    if ("not" in check) return 1 - look(check.not);
    const parts = "all" in check ? check.all : "some" in check ? check.some : [];
    const deciding = "all" in check ? 0 : 1;
    for (const part of parts) if (look(part) === deciding) return deciding;
    return truthOf(check, action);
  };
  look({ all: rule.check });
  return [...(seen.has("throws") ? [onError] : []), ...(seen.has("unknown") ? [onUnknown] : [])];
}

function fixesOf(rules: readonly ModelRule[], enforced: ReadonlyMap<ModelRule, readonly ModelEnforcement[]>): string[] {
  return rules.flatMap((rule) =>
    (enforced.get(rule) ?? []).flatMap((deed) => (deed.does === "user_inspection" ? deed.fixes : [])),
  );
}

function memoryOf(rule: string, { name, args }: Action): string {
  return JSON.stringify([rule, name, Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function changed(action: Action, args: Args): Action {
  if (memoryOf("", action) === memoryOf("", { ...action, args })) return action;
  const { id, name, replaces } = action;
  return replaces === undefined ? { id, name, args } : { id, name, args, replaces };
}
