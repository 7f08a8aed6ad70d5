import type { Program } from "@helve/agentspec";
import type { Action, GuardContext, Predicate, RuleRecord, StateVerdict, Verdict } from "@helve/core";
import { Engine, type EngineOptions } from "@helve/enforcer";

/** What an engine decided once, and how long that took in microseconds. */
export interface ObservedDecision {
  /** Every rule whose trigger matched. */
  readonly rules: readonly RuleRecord[];
  /** The predicates, including the analysis of commands and programs. */
  readonly predicates: number;
  /** The whole decision. */
  readonly total: number;
}

/** An engine that notes what it decides, and how long that takes. */
export class ObservedEngine {
  readonly #engine: Engine;
  readonly #clock: { spent: number };
  #decisions: ObservedDecision[] = [];

  constructor(program: Program, options: EngineOptions) {
    const clock = { spent: 0 };
    this.#clock = clock;
    const predicates = [...options.predicates].map((each) => timed(each, clock));
    this.#engine = new Engine(program, { ...options, predicates });
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
    this.#clock.spent = 0;
    const verdict = await decide();
    const total = (performance.now() - started) * 1000;
    const rules = verdict.decision.passes.flatMap((pass) => pass.rules);
    this.#decisions.push({ rules, predicates: this.#clock.spent, total });
    return verdict;
  }
}

/** A predicate that adds how long it takes to a clock. */
function timed(predicate: Predicate, clock: { spent: number }): Predicate {
  return {
    ...predicate,
    async evaluate(args, context) {
      const started = performance.now();
      try {
        return await predicate.evaluate(args, context);
      } finally {
        clock.spent += (performance.now() - started) * 1000;
      }
    },
  };
}
