/** The evaluation of one shell script: its settings, its state, and functions that emit effects. */
import type { Certainty, Effect, EffectBase } from "../effects.ts";
import { giveUp, lessCertain } from "../engine/interpreter.ts";
import { joinContents } from "../engine/join-contents.ts";
import type { Machine } from "../engine/machine.ts";
import { changesSince, meet, type Path, type Region, runAside, runOneOf, willChange } from "../engine/paths.ts";
import { type Content, contentOf, setContent, type World } from "../engine/state.ts";
import type { Flow, Sink } from "../flow.ts";
import type { EffectContext, Nesting } from "../languages.ts";
import type { Argument } from "./argument.ts";
import type { ShellState } from "./state.ts";
import type { LoopCount, ShellNode, Span } from "./syntax.ts";

/** The code of a `trap`, and the variables in it. */
interface Trap {
  readonly variables: ReadonlySet<string>;
  run(): void;
}

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
  /** The paths through the script, and the files, links and settings on the current one. */
  readonly machine: Machine;
  /** The files that the script and earlier code wrote, by their paths; changed after `willChange(machine.world)`. */
  readonly written: World["files"];
  /** The targets of the links that the script and earlier code created, by the paths of the links; `null` if unknown. */
  readonly links: World["links"];
  /** The settings of programs that the script and earlier code changed, as in `ExecutionState.settings`. */
  readonly settings: World["settings"];
  /** The network connections of file descriptors: `exec 3<>/dev/tcp/x.org/80`. */
  readonly descriptors: Map<number, Connection>;
  /** The named pipes that the script created (`mkfifo`). */
  readonly pipes: Set<string>;
  /** The files that do not exist where the current command runs, by a test before it: `test -f .env || …`. */
  readonly absent: ReadonlySet<string>;
  /** How much work is left: commands, words, and variables where branches join. */
  readonly steps: Machine["steps"];
  /** The loop or function that `break`, `continue` or `return` leaves. */
  readonly exits: Exits | undefined;
  /** The content of the world at each place that ends the current process: `exit`. */
  readonly ended: Content[];
  /** The code of `trap`, which also runs when the current process ends. */
  readonly traps: Trap[];
  /** The functions and pieces of nested code that are being evaluated, the innermost last. */
  readonly callStack: readonly string[];
  /** The names of the current function's local variables. */
  readonly locals: Set<string> | undefined;
  /** How many wrappers surround the current command. */
  readonly wrappers: number;
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

/** A loop or a function, and the paths on which it has ended early. */
export interface Exits {
  /** The shell that runs it. */
  readonly state: ShellState;
  readonly region: Region;
  readonly paths: Path[];
  /** The loop or function around a loop. */
  readonly outer: Exits | undefined;
}

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
        /** `unknown` if unknown words decide whether it happens. It is at most as certain as the command. */
        readonly certainty?: Certainty;
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
    evaluation.steps.left = 0;
    isOutOfWork(evaluation);
    return;
  }
  evaluation.steps.left -= 1;
  evaluation.effects.push({
    ...details,
    certainty: lessCertain(evaluation.machine.certainty, details.certainty ?? "certain"),
    by,
    start,
    end,
  });
}

/** Adds an effect of kind `anything`: it is unknown what happens. */
export function emitUnknown(reason: string, by: string, { start, end }: Span, evaluation: Evaluation): void {
  evaluation.effects.push({ kind: "anything", certainty: "unknown", by, start, end, reason });
}

/** Subtracts work from the budget. @returns whether work was left */
export function spend(work: number, evaluation: Evaluation): boolean {
  if (isOutOfWork(evaluation)) return false;
  evaluation.steps.left -= work;
  return true;
}

/** Whether the work budget is used up, so that part of the script is not evaluated. */
export function isOutOfWork({ steps, machine, whole }: Evaluation): boolean {
  if (steps.left > 0) return false;
  giveUp(machine, "the command does too much to be analyzed", { start: 0, end: whole.length });
  return true;
}

/** Runs code that `break`, `continue` or `return` may leave: what follows continues where all its ends meet. */
export function untilLeft(
  { state, evaluation }: Pick<Shell, "state" | "evaluation">,
  outer: Exits | undefined,
  run: (inner: Evaluation) => boolean,
): boolean {
  const { machine } = evaluation;
  const paths: Path[] = [];
  const end = runAside(machine, (region) => run({ ...evaluation, exits: { state, region, paths, outer } }));
  return meet(machine, [end, ...paths]);
}

/** Leaves the current loop or function, and with `all` also the loops around. What follows runs on other paths. */
export function leave({ state, evaluation }: Pick<Shell, "state" | "evaluation">, all: boolean): void {
  const { exits, ended, machine } = evaluation;
  // A loop of the shell that started this one is not left.
  if (exits?.state !== state) ended.push(contentOf(machine.world));
  else
    for (let at: Exits | undefined = exits; at !== undefined; at = all ? at.outer : undefined)
      at.paths.push(changesSince(at.region, machine));
}

/** Runs code for one of several items, whichever it is. */
export function runForOneOf<Item>(items: readonly Item[], { machine }: Evaluation, run: (item: Item) => void): void {
  const choices = items.map((item) => (): boolean => {
    run(item);
    return true;
  });
  if (choices.length > 1) runOneOf(machine, choices);
  else choices[0]?.();
}

/** Runs the code of a process, which `exit` may end: what it has changed in the world until then stays. */
export function asProcess(evaluation: Evaluation, run: (inner: Evaluation) => void): void {
  const { machine } = evaluation;
  const ended: Content[] = [];
  const traps: Evaluation["traps"] = [];
  run({ ...evaluation, ended, traps });
  for (const trap of traps) trap.run();
  if (ended.length === 0) return;
  willChange(machine.world, machine);
  const contents = [contentOf(machine.world), ...ended];
  setContent(
    machine.world,
    contents.reduce((a, b) => joinContents(machine.world, a, b)),
  );
}

/** The span from the first word to the last, or only the last when they are in another order. */
export function spanBetween(first: Span, last: Span): Span {
  return { start: first.start <= last.end ? first.start : last.start, end: Math.max(first.end, last.end) };
}

/** Sets a setting of the script; `null` is an unknown one. */
export function setSetting(name: string, value: string | null, { settings, machine }: Evaluation): void {
  willChange(machine.world, machine);
  settings.set(name, value);
}
