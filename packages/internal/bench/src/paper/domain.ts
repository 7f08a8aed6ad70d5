/** Decides all recorded cases of one kind of agent, such as code or household, by its rules. */
import { parseProgram } from "@helve/agentspec";
import { timed } from "../interleave.ts";
import type { ObservedDecision, ObservedEngine } from "../observed-engine.ts";
import { finish, type RecordedAction, type TrajectoryStep } from "./trajectory.ts";

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
  /** The instruction for the agent. */
  readonly instruction: string;
  /** The actions as they end with the rules; without rules, all of them run. */
  readonly steps: readonly TrajectoryStep[];
  readonly decisions: readonly ObservedDecision[];
}

/** A case that is not decided yet. */
export interface OpenCase extends Pick<DecidedCase, "group" | "harmful" | "instruction"> {
  /** Its actions in their order, as they were recorded. */
  readonly actions: readonly RecordedAction[];
  readonly engine: ObservedEngine;
  /** Lets the engine decide, and returns whether it stopped the case or asked a person. */
  decide(): Promise<boolean>;
}

/** Decides the cases of a domain, and measures how long parsing the text of its rules takes. */
export async function decideDomain(name: string, rules: string, open: AsyncIterable<OpenCase>): Promise<Domain> {
  const cases: DecidedCase[] = [];
  for await (const each of open) {
    const { group, harmful, instruction, engine } = each;
    engine.takeDecisions();
    const touched = await each.decide();
    const decisions = engine.takeDecisions();
    cases.push({ group, harmful, touched, instruction, steps: stepsOf(each, decisions), decisions });
  }
  const parseTimes: number[] = [];
  for (let round = 0; round < 100; round++) parseTimes.push(1000 * (await timed(() => parseProgram(rules))));
  return { name, parseTimes, cases };
}

/** The actions with what the rules decided about each, and the end of the run if a rule objected to it. */
function stepsOf({ actions, harmful }: OpenCase, decisions: readonly ObservedDecision[]): readonly TrajectoryStep[] {
  const decided = decisions.filter(({ event }) => event === "before_action");
  const steps = actions.map((action, index): TrajectoryStep => {
    const { outcome = "not reached", reason = "" } = decided[index] ?? {};
    return { isHarm: harmful, ...action, outcome, reason };
  });
  const ends = decisions.filter(({ event, outcome }) => event === "agent_finish" && outcome !== "ran");
  return [...steps, ...ends.map(({ outcome, reason }) => ({ call: finish, outcome, reason, isHarm: harmful }))];
}
