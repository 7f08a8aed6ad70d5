/** An engine that records its time and its outcome for each decision. */
import type { Action, GuardContext, GuardEvent, Predicate, RuleRecord, StateVerdict, Verdict } from "@helve/core";
import type { Engine, EngineOptions } from "@helve/enforcer";
import { engineOf, reasonOf } from "./decisions.ts";

/** The outcome of an action under rules; `changed`: another action replaced it. */
export type Outcome = "ran" | "changed" | "asked" | "stopped";

/** A decision of an engine, and its duration in microseconds. */
export interface ObservedDecision {
  readonly event: GuardEvent;
  /** The outcome of the action, or of the end of the run. */
  readonly outcome: Outcome;
  /** The rules that objected, with the reasons of their predicates; `""` if no rule objected. */
  readonly reason: string;
  /** Every rule whose trigger matched. */
  readonly rules: readonly RuleRecord[];
  /** The predicates, including the analysis of commands and programs. */
  readonly predicates: number;
  /** The whole decision. */
  readonly total: number;
}

/** An engine that records what it decides, and how long that takes. */
export class ObservedEngine {
  readonly #engine: Engine;
  #decisions: ObservedDecision[] = [];
  #predicateTime = 0;

  /** @param rules - the text of the rules */
  constructor(rules: string, options: EngineOptions) {
    this.#engine = engineOf(rules, {
      ...options,
      predicates: [...(options.predicates ?? [])].map((each) => this.#timed(each)),
    });
  }

  /** The decisions since this was called last. */
  takeDecisions(): readonly ObservedDecision[] {
    const decisions = this.#decisions;
    this.#decisions = [];
    return decisions;
  }

  before(action: Action, context: GuardContext): Promise<Verdict> {
    return this.#observe(() => this.#engine.before(action, context));
  }

  finishing(context: GuardContext): Promise<StateVerdict> {
    return this.#observe(() => this.#engine.finishing(context));
  }

  stateChanged(before: unknown, after: unknown, context: GuardContext): Promise<StateVerdict> {
    return this.#observe(() => this.#engine.stateChanged(before, after, context));
  }

  async #observe<V extends Verdict | StateVerdict>(decide: () => Promise<V>): Promise<V> {
    const started = performance.now();
    this.#predicateTime = 0;
    const verdict = await decide();
    const total = (performance.now() - started) * 1000;
    const rules = verdict.decision.passes.flatMap((pass) => pass.rules);
    const { event = "before_action" } = verdict.decision;
    const [outcome, reason] = [outcomeOf(verdict), reasonOf(verdict)];
    this.#decisions.push({ event, outcome, reason, rules, predicates: this.#predicateTime, total });
    return verdict;
  }

  /** A predicate whose time is added up. */
  #timed(predicate: Predicate): Predicate {
    return {
      ...predicate,
      evaluate: async (args, context) => {
        const started = performance.now();
        try {
          return await predicate.evaluate(args, context);
        } finally {
          this.#predicateTime += (performance.now() - started) * 1000;
        }
      },
    };
  }
}

/** The outcome of an action with this verdict. */
export function outcomeOf({ kind, decision }: Verdict | StateVerdict): Outcome {
  const names = decision.passes.flatMap(({ enforcements }) => enforcements.map(({ enforcement }) => enforcement));
  if (kind === "pending" || (kind !== "allow" && names.includes("user_inspection"))) return "asked";
  if (kind !== "allow") return "stopped";
  return names.length > 0 ? "changed" : "ran";
}
