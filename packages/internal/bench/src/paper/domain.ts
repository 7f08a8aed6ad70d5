import { parseProgram } from "@helve/agentspec";
import { timed } from "../interleave.ts";
import type { ObservedDecision, ObservedEngine } from "../observed-engine.ts";

/** A kind of agent with the cases that its rules have decided. */
export interface Domain {
  readonly name: string;
  /** How long parsing its rules took, each of several times, in microseconds. */
  readonly parseTimes: readonly number[];
  readonly cases: readonly DecidedCase[];
}

/** A recorded program, plan or run with what the rules decided about it. */
export interface DecidedCase {
  /** Its row in the table of the domain. */
  readonly group: string;
  /** Whether the rules have to stop it or ask a person. */
  readonly harmful: boolean;
  /** Whether they did. */
  readonly touched: boolean;
  readonly decisions: readonly ObservedDecision[];
}

/** A case that is not decided yet. */
export interface OpenCase extends Pick<DecidedCase, "group" | "harmful"> {
  readonly engine: ObservedEngine;
  /** Lets the engine decide, and returns whether it stopped the case or asked a person. */
  decide(): Promise<boolean>;
}

/** Decides the cases of a domain, and measures how long parsing the text of its rules takes. */
export async function decideDomain(name: string, rules: string, open: AsyncIterable<OpenCase>): Promise<Domain> {
  const cases: DecidedCase[] = [];
  for await (const { group, harmful, engine, decide } of open) {
    engine.takeDecisions();
    const touched = await decide();
    cases.push({ group, harmful, touched, decisions: engine.takeDecisions() });
  }
  const parseTimes: number[] = [];
  for (let round = 0; round < 100; round++) parseTimes.push(1000 * (await timed(() => parseProgram(rules))));
  return { name, parseTimes, cases };
}
