import { parseProgram } from "@helve/agentspec";
import type { ObservedDecision, ObservedEngine } from "./observed-engine.ts";

/** A kind of agent with the cases that its rules have decided. */
export interface Domain {
  readonly name: string;
  /** How long parsing its rules took, each of several times, in microseconds. */
  readonly parseTimes: readonly number[];
  readonly cases: readonly DecidedCase[];
}

/** A recorded program, plan or run with what the rules decided about it. */
export interface DecidedCase {
  readonly id: string;
  /** Its row in the table of the domain. */
  readonly group: string;
  /** Whether the rules have to stop it or ask a person. */
  readonly harmful: boolean;
  /** Whether they did. */
  readonly touched: boolean;
  readonly decisions: readonly ObservedDecision[];
}

/** Decides a case, and returns it with the decisions of the engine about it. */
export async function observeCase(
  { id, group, harmful }: Pick<DecidedCase, "id" | "group" | "harmful">,
  engine: ObservedEngine,
  decide: () => Promise<boolean>,
): Promise<DecidedCase> {
  engine.takeDecisions();
  const touched = await decide();
  return { id, group, harmful, touched, decisions: engine.takeDecisions() };
}

/** Measures how long parsing the text of rules takes. */
export function measureParsing(rules: string): readonly number[] {
  return Array.from({ length: 100 }, () => {
    const started = performance.now();
    parseProgram(rules);
    return (performance.now() - started) * 1000;
  });
}
