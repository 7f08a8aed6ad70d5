import type { Predicate } from "@helve/core";
import type { Reflector } from "./enforcements/llm-self-reflect.ts";
import type { FixHandler, Inspector } from "./enforcements/user-inspection.ts";

/** What the rules stand on: the predicates they ask, and who answers when they turn to a person or a model. */
export interface EngineOptions {
  readonly predicates: Iterable<Predicate>;
  /** Asks a person; without one every inspection is a rejection. */
  readonly inspect?: Inspector | undefined;
  /** Asks the model to think again; without one every reflection is a stop. */
  readonly reflect?: Reflector | undefined;
  /** The fixes that inspections may offer, by name. */
  readonly fixes?: Readonly<Record<string, FixHandler>> | undefined;
  /** How often the rules may change an action; after that they only look at it. 3 by default. */
  readonly maxPasses?: number | undefined;
  /** How long a predicate may think before its answer is `unknown`, in milliseconds; 10,000 by default. */
  readonly predicateTimeout?: number | undefined;
}
