import type { Predicate, StateVerdict, Verdict } from "@helve/core";
import type { EnforcementHandler } from "./enforcements/domain.ts";
import type { Reflector } from "./enforcements/llm-self-reflect.ts";
import type { LogEntry } from "./enforcements/log.ts";
import type { FixHandler, Inspector } from "./inspection.ts";
import type { Answers } from "./resume.ts";

/** What the rules stand on: the predicates they ask, and who answers when they turn to a person or a model. */
export interface EngineOptions {
  /** All that the rules may ask, such as `predicates(policy)` of `@helve/predicates`; no two of one name. */
  readonly predicates: Iterable<Predicate>;
  /** Asks a person; without one every inspection is a rejection. */
  readonly inspect?: Inspector | undefined;
  /** Takes answers that come later; without it `later` is a rejection. */
  readonly answers?: Answers | undefined;
  /** Asks the model to think again; without one every reflection is a stop. */
  readonly reflect?: Reflector | undefined;
  /** The fixes that inspections may offer, by name. */
  readonly fixes?: Readonly<Record<string, FixHandler>> | undefined;
  /** What the host does beside the language's own enforcements, by name: `follow_dist`, `planning:cruise:Speed`. */
  readonly enforcements?: Readonly<Record<string, EnforcementHandler>> | undefined;
  /** Told what `log` notes. What it throws is lost. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
  /** Told every verdict, in every mode. What it throws is lost. */
  readonly report?: ((verdict: Verdict | StateVerdict) => void) | undefined;
  /**
   * - `enforce`, by default.
   * - `shadow`: everything is allowed as it is; the decision says what the verdict `would` have been.
   * - `dry run`: nobody is asked and nothing done. What a person would be asked is `pending`, without a token, what the
   *   model would be asked is a `stop`, and what would be invoked is looked at in its turn.
   */
  readonly mode?: "enforce" | "shadow" | "dry run" | undefined;
  /** What `stop` ends: the action (the seed of AgentSpec), by default, or the agent (AgentSpec as published). */
  readonly stopEnds?: "action" | "agent" | undefined;
  /** How often the rules look at an action; what they change in the last pass once more is stopped. 3 by default. */
  readonly maxPasses?: number | undefined;
  /** How long a predicate may think before it counts as failed, in milliseconds; 10,000 by default. */
  readonly predicateTimeout?: number | undefined;
  /** The time that approvals end by, in milliseconds since 1970; `Date.now` by default. */
  readonly now?: (() => number) | undefined;
}
