import type { Effect, EffectBase } from "../effects.ts";
import type { FileData } from "../execution-state.ts";
import type { EffectContext, Nesting } from "../languages.ts";
import type { LayeredMap } from "../layered-map.ts";
import type { Argument } from "./argument.ts";
import type { Flow, Sink } from "./flow.ts";
import type { ShellState } from "./state.ts";
import type { LoopCount, ShellNode, Span } from "./syntax.ts";
import type { Value } from "./value.ts";

/**
 * The evaluation of one command that was passed to `shell.read`: its settings, what the script did so far (functions, aliases,
 * written files), the circumstances of the current command, and the effects emitted so far.
 */
export interface Evaluation {
  /** The whole command that was passed to `shell.read`; positions of effects refer to it. */
  readonly whole: string;
  /** Where the command runs, and the languages of code inside it. */
  readonly context: EffectContext;
  readonly nesting: Nesting;
  readonly functions: Map<string, FunctionBody[]>;
  /** Variables that can change without the evaluation noticing, so that their values are never known; `*` for all. */
  readonly volatile: Set<string>;
  /** The code of each alias, by its name. */
  readonly aliases: Map<string, Argument[]>;
  /** What the script itself and earlier code wrote to files, by their paths. */
  readonly written: LayeredMap<FileContent>;
  /** The targets of the links that the script and earlier code created, by the paths of the links; `null` if unknown. */
  readonly links: LayeredMap<Value | null>;
  /** The settings of programs that the script and earlier code changed, as in `ExecutionState.settings`. */
  readonly settings: LayeredMap<string | null>;
  /** The network connections of file descriptors: `exec 3<>/dev/tcp/x.org/80`. */
  readonly descriptors: Map<number, Connection>;
  /** The named pipes that the script created (`mkfifo`). */
  readonly pipes: Set<string>;
  /** How much work is left: commands, words, and variables where branches join. */
  readonly steps: { left: number };
  /** The states at each `break`, `continue` or `return` of the current loop or function. */
  readonly earlyExits: EarlyExit[];
  /** The functions and pieces of nested code that are being evaluated, the innermost last. */
  readonly callStack: readonly string[];
  /** The names of the current function's local variables. */
  readonly locals: Set<string> | undefined;
  /** How many wrappers surround the current command. */
  readonly wrappers: number;
  /** Whether the current command certainly runs, or only on some paths: in a branch, in a function that nothing calls. */
  readonly certainty: "certain" | "possible";
  /** Whether the current command runs only if an earlier one succeeded: `b` in `a && b`. */
  readonly isConditional: boolean;
  /** How often the current command runs, by the loops around it. */
  readonly loopCount: LoopCount;
  /** Whether the current command runs concurrently with the rest of its function: in a pipeline, or before `&`. */
  readonly inBackground: boolean;
  readonly effects: Effect[];
}

/** The shell that a command runs in: its state, the command's streams, and the evaluation it belongs to. */
export interface Shell {
  readonly state: ShellState;
  readonly io: Streams;
  readonly evaluation: Evaluation;
}

/** Standard input and output of a command. */
export interface Streams {
  /** `undefined` when nothing is connected: input that a person types. */
  readonly input: Flow | undefined;
  /** `undefined` when the output is not used. */
  readonly output: Sink | undefined;
}

/** A network connection to a host. */
export interface Connection {
  readonly host: string | null;
  readonly port?: number;
  readonly protocol?: string;
}

/** The state at a `break`, `continue` or `return`. */
interface EarlyExit {
  readonly state: ShellState;
  readonly leavesOuter: boolean;
}

/** What is known of the content of a file. */
export interface FileContent extends Flow, Pick<FileData, "texts" | "missing"> {}

/** A function's body, and whether a call of it was evaluated. */
interface FunctionBody {
  readonly body: ShellNode;
  /** Its text, if it is known. */
  readonly text?: string | undefined;
  called: boolean;
}

/** An effect without the members that `emit` adds: program and span. */
export type EffectDetails = Effect extends infer Each
  ? Each extends Effect
    ? Omit<Each, keyof EffectBase> & {
        /** `unknown` if unknown words decide whether it happens; otherwise the certainty of the command counts. */
        readonly certainty?: "certain" | "unknown";
      }
    : never
  : never;

/** Evaluation stops after this many effects. */
const maxEffects = 1000;

/** No input, and output that is not used. */
export const noStreams: Streams = { input: undefined, output: undefined };

/**
 * Adds an effect of the current command.
 *
 * @param by - the program that causes it
 */
export function emit(details: EffectDetails, by: string, { start, end }: Span, evaluation: Evaluation): void {
  if (evaluation.effects.length >= maxEffects) {
    spend(evaluation.steps.left, evaluation);
    return;
  }
  spend(1, evaluation);
  evaluation.effects.push({
    ...details,
    certainty: details.certainty === "unknown" ? "unknown" : evaluation.certainty,
    by,
    start,
    end,
  });
}

/** Adds an effect of kind `anything`: it is unknown what happens. */
export function emitUnknown(reason: string, by: string, { start, end }: Span, evaluation: Evaluation): void {
  evaluation.effects.push({ kind: "anything", certainty: "unknown", by, start, end, reason });
}

/** Subtracts work from the budget; the first time that it runs out, emits that. @returns whether work was left */
export function spend(work: number, evaluation: Evaluation): boolean {
  if (evaluation.steps.left <= 0) return false;
  evaluation.steps.left -= work;
  if (evaluation.steps.left <= 0)
    emitUnknown("the command does too much to be analyzed", "", { start: 0, end: evaluation.whole.length }, evaluation);
  return true;
}

/** The span from the first word to the last, or only the last when they are in another order. */
export function spanBetween(first: Span, last: Span): Span {
  return { start: first.start <= last.end ? first.start : last.start, end: Math.max(first.end, last.end) };
}
