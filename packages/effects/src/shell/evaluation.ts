import type { Effect, EffectBase } from "../effects.ts";
import type { EffectContext, Nesting } from "../languages.ts";
import type { Argument } from "./argument.ts";
import type { Flow, Sink } from "./flow.ts";
import type { ShellState } from "./state.ts";
import type { LoopCount, ShellNode, Span } from "./syntax.ts";
import type { Value } from "./value.ts";

/** What a run has seen so far, and what it may tell. */
export interface Evaluation {
  /** The command that was asked about. */
  readonly whole: string;
  /** Evaluates a parsed command. The parts of the evaluator that evaluate commands inside others call it. */
  readonly evaluateNode: (node: ShellNode, state: ShellState, io: Streams, evaluation: Evaluation) => void;
  /** Evaluates a command by its words: `rm x` behind `sudo`. */
  readonly evaluateCommand: (
    words: readonly Argument[],
    state: ShellState,
    io: Streams,
    evaluation: Evaluation,
  ) => void;
  /** Where the command runs, and the languages of code inside it. */
  readonly context: EffectContext;
  readonly nesting: Nesting;
  readonly functions: Map<string, FunctionBody[]>;
  /** The variables that can change where the run does not see it. */
  readonly volatile: Set<string>;
  /** The texts of the aliases by their names. */
  readonly aliases: Map<string, Argument[]>;
  /** What the script itself wrote to files, by their paths. */
  readonly written: Map<string, Flow>;
  /** Where the links that the script made lead, by their paths. */
  readonly links: Map<string, Value>;
  /** What descriptors beyond the first three are connected with. */
  readonly descriptors: Map<number, Connection>;
  /** The pipes with a name that the script made. */
  readonly pipes: Set<string>;
  /** How much work it may still do: commands, words, and variables where ways part. */
  readonly steps: { left: number };
  /** The states in which the loop or function that is running was left early. */
  readonly earlyExits: EarlyExit[];
  /** The names of the functions, and the codes, that are running. */
  readonly callStack: readonly string[];
  /** The variables of the function that is running, which it alone has. */
  readonly locals: Set<string> | undefined;
  /** How many wrappers stand around the command that is looked at. */
  readonly wrappers: number;
  /** Whether what is looked at runs for sure. */
  readonly certain: boolean;
  /** How often what is looked at runs, by the loops around it; with a pause in each turn, few times. */
  readonly loopCount: LoopCount;
  /** Whether what is looked at runs beside something else of the function that is running. */
  readonly inBackground: boolean;
  readonly effects: Effect[];
}

/** What a command reads and where what it gives goes. */
export interface Streams {
  /** `undefined` when nothing is connected: what whoever runs it types. */
  readonly input: Flow | undefined;
  /** `undefined` when nobody looks at it. */
  readonly output: Sink | undefined;
}

/** A connection to a host. */
export interface Connection {
  readonly host: string | null;
  readonly port?: number;
  readonly protocol?: string;
}

/** A loop or a function was left by `break`, `continue` or `return`, and maybe those around it, too. */
interface EarlyExit {
  readonly state: ShellState;
  readonly leavesOuter: boolean;
}

/** A function's body, and whether it was seen to run. */
interface FunctionBody {
  readonly body: ShellNode;
  called: boolean;
}

/** An effect without what the run knows of it. */
export type EffectDetails = Effect extends infer Each
  ? Each extends Effect
    ? Omit<Each, keyof EffectBase>
    : never
  : never;

/** More effects than anybody reads; the run is given up. */
const maxEffects = 1000;

/** Nothing is read, and nobody looks at what is given. */
export const noStreams: Streams = { input: undefined, output: undefined };

/** Notes an effect of what is looked at. */
export function emit(
  details: EffectDetails,
  by: string,
  { start, end }: Span,
  evaluation: Evaluation,
  sure: boolean = true,
): void {
  if (evaluation.effects.length >= maxEffects) {
    spend(evaluation.steps.left, evaluation);
    return;
  }
  spend(1, evaluation);
  const certainty = sure ? (evaluation.certain ? "certain" : "possible") : "unknown";
  evaluation.effects.push({ ...details, certainty, by, start, end });
}

/** Notes that it can't be told what happens. */
export function emitUnknown(reason: string, by: string, { start, end }: Span, evaluation: Evaluation): void {
  evaluation.effects.push({ kind: "anything", certainty: "unknown", by, start, end, reason });
}

/** @returns whether there was time for so much work */
export function spend(work: number, evaluation: Evaluation): boolean {
  if (evaluation.steps.left <= 0) return false;
  evaluation.steps.left -= work;
  if (evaluation.steps.left <= 0)
    emitUnknown("it does too much to be followed", "", { start: 0, end: evaluation.whole.length }, evaluation);
  return true;
}

/** From the first word to the last; only the last when they don't stand in that order. */
export function spanBetween(first: Span, last: Span): Span {
  return { start: first.start <= last.end ? first.start : last.start, end: Math.max(first.end, last.end) };
}
