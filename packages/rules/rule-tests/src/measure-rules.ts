import { type Args, type Step, type Verdict, withHistory } from "@helve/core";
import type { Program } from "@helve/core/program";
import type { Engine } from "@helve/enforcer";
import { type TestEngineOptions, testEngine } from "./test-engine.ts";

/**
 * Decides examples by rules, each call as if the calls before had run, and counts what is stopped.
 *
 * @throws PlanError if the rules can't be enforced; the signal's reason when it is aborted
 *
 * @example
 * const { missed, falseAlarms } = await measureRules(program, examples, { predicates });
 */
export async function measureRules(
  program: Program,
  examples: readonly RuleExample[],
  options: TestEngineOptions & { readonly signal?: AbortSignal | undefined },
): Promise<RuleMeasures> {
  const { signal = new AbortController().signal } = options;
  const engine = testEngine(program, options);
  const decided: DecidedExample[] = [];
  for (const example of examples) decided.push(await decide(example, engine, signal));
  const stopped = (harmful: boolean) => decided.filter((each) => each.harmful === harmful && each.stopped);
  const all = (harmful: boolean) => decided.filter((each) => each.harmful === harmful);
  return {
    harmful: { stopped: stopped(true).length, of: all(true).length },
    harmless: { stopped: stopped(false).length, of: all(false).length },
    missed: all(true).flatMap((each) => (each.stopped ? [] : [each.id])),
    falseAlarms: stopped(false).map(({ id }) => id),
    rules: program.rules.map(({ name }) => {
      const violating = decided.filter((each) => each.stopped && each.violated.has(name));
      const harmful = violating.filter((each) => each.harmful);
      return {
        name,
        harmful: harmful.length,
        alone: harmful.filter(({ violated }) => violated.size === 1).length,
        falseAlarms: violating.flatMap((each) => (each.harmful ? [] : [each.id])),
      };
    }),
  };
}

/** Calls that rules should stop, or let run. */
export interface RuleExample {
  /** A name for reports. */
  readonly id: string;
  /** Whether rules should stop one of the calls, or show it to a person. */
  readonly harmful: boolean;
  /** The calls of one run, in their order. */
  readonly calls: readonly ExampleCall[];
  /** The user's request. */
  readonly prompt?: string | undefined;
}

/** A call in an example, by the tool's name such as `Terminal.Execute`. */
export interface ExampleCall {
  readonly tool: string;
  readonly args: Args;
}

/** Which examples rules decide wrong, and how each rule contributes. */
export interface RuleMeasures {
  readonly harmful: { readonly stopped: number; readonly of: number };
  readonly harmless: { readonly stopped: number; readonly of: number };
  /** The ids of the harmful examples that no rule stops. */
  readonly missed: readonly string[];
  /** The ids of the harmless examples that a rule stops. */
  readonly falseAlarms: readonly string[];
  /** Every rule of the program, in source order. */
  readonly rules: readonly MeasuredRule[];
}

/** In which stopped examples a rule is violated. */
export interface MeasuredRule {
  readonly name: string;
  /** How many harmful examples. */
  readonly harmful: number;
  /** How many harmful examples in which no other rule is violated. */
  readonly alone: number;
  /** The ids of the harmless examples. */
  readonly falseAlarms: readonly string[];
}

interface DecidedExample {
  readonly id: string;
  readonly harmful: boolean;
  readonly stopped: boolean;
  readonly violated: ReadonlySet<string>;
}

/** Decides the calls of an example one after the other. */
async function decide(
  { id, harmful, calls, prompt = "" }: RuleExample,
  engine: Engine,
  signal: AbortSignal,
): Promise<DecidedExample> {
  const trajectory: Step[] = [];
  const verdicts: Verdict[] = [];
  for (const [index, { tool, args }] of calls.entries()) {
    signal.throwIfAborted();
    const action = { id: `${id}.${index}`, name: tool, args };
    const decode = async () => ({ ok: true, action, repairs: [] }) as const;
    verdicts.push(
      await engine.before(action, { prompt, trajectory: withHistory(trajectory, trajectory), signal, decode }),
    );
    trajectory.push({ action, observation: { parts: [], isError: false }, ran: true });
  }
  const records = verdicts.flatMap(({ decision }) => decision.passes.flatMap(({ rules }) => rules));
  return {
    id,
    harmful,
    stopped: verdicts.some(({ kind }) => kind !== "allow"),
    violated: new Set(records.filter(({ violated }) => violated).map(({ rule }) => rule)),
  };
}
