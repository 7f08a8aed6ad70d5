/** The state of the abstract interpreter, and the functions that emit effects and count work. */
import type { Certainty, Effect, Origin } from "../effects.ts";
import type { EffectContext, Nesting } from "../languages.ts";
import type { WriteConsequence } from "../persistent-files.ts";
import type { Dialect } from "./dialect.ts";
import type { ClassStatement, Expression, FunctionStatement, LambdaFunction, Span, Statement } from "./ir.ts";
import type { Machine } from "./machine.ts";
import type { Path, Region } from "./paths.ts";
import type { World } from "./state.ts";
import type { ClassValue, FunctionValue, InstanceValue, ListValue, PassedArgument, Scope, Value } from "./value.ts";

/** An effect without its certainty, which the place that emits it determines. */
export type EffectWithoutCertainty = Effect extends infer Each
  ? Each extends Effect
    ? Omit<Each, "certainty">
    : never
  : never;

/**
 * The state of the abstract interpretation of one program: what is known at the current statement, and the effects so
 * far. Its methods are the entry points through which the parts of the interpreter call each other, so that no part
 * imports them.
 */
export interface Interpreter extends Machine {
  readonly dialect: Dialect;
  readonly context: EffectContext;
  readonly nesting: Nesting;
  /** The text of the program. */
  readonly program: string;
  /** How many texts surround the code that runs now: `eval` inside `python -c` is at depth 2. */
  depth: number;
  /** Where the current statement stands. */
  statement: Span;
  /** The names that the current statement sees. */
  scope: Scope;
  /** The names of the program's module. */
  readonly moduleScope: Scope;
  /** Members of the world: the directory in which relative paths start; `null` when it is unknown. */
  readonly directory: string | null;
  /** The origins of standard input. */
  readonly input: readonly Origin[];
  /** The files that the program and earlier code wrote, by their paths. */
  readonly writtenFiles: World["files"];
  /** The targets of symbolic links that the program and code before it created, by the paths of the links. */
  readonly links: World["links"];
  /** The settings of programs that the program and code before it changed. */
  readonly settings: World["settings"];
  /** The values of names that earlier programs of the session left, as far as the program has used them. */
  readonly keptValues: Map<string, Value>;
  /** The sources of functions and classes. */
  readonly definitionTexts: Map<FunctionStatement | ClassStatement | LambdaFunction, string>;
  /** Cache: what writing a file causes besides the write, by its path. */
  readonly writeConsequences: Map<string, readonly WriteConsequence[]>;
  /** The loop around the current statement. */
  loop: Loop;
  /** The functions that the program defines. */
  readonly functions: FunctionValue[];
  /** The functions whose bodies were interpreted. */
  readonly interpretedFunctions: Set<FunctionStatement | LambdaFunction>;
  readonly classes: ClassValue[];
  readonly instances: Map<ClassStatement, InstanceValue>;
  /** The functions that run now, the innermost last; the first is the program itself. */
  readonly frames: Frame[];
  /** The files that the program has tested to be absent, by their paths. */
  absent: ReadonlySet<string>;
  /** The call that ended the program on the current path: `sys.exit()`. */
  exit: Span | null;
  /** Whether a function runs that nothing in the program calls, and that needs arguments. */
  isUncalled: boolean;
  /** Collects what the current statement outputs; `null` if that leaves the program. */
  output: ListValue | null;
  /** Whether a function is called any number of times now: a callback. */
  isRepeating: boolean;
  /** Calls of functions that run later: callbacks, threads. */
  readonly later: LaterCall[];
  /** The effects so far, by their texts without the certainty. */
  readonly effects: Map<string, Effect>;
  /** Evaluates an expression: returns every value that it may have, and emits its effects. */
  evaluate(expression: Expression): Value;
  /** Runs statements in order; tells whether their end is reached. */
  runBlock(statements: readonly Statement[]): boolean;
  /** Calls a value with arguments: returns every value that the call may have, and emits its effects. */
  call(callee: Value, passed: readonly PassedArgument[], span: Span): Value;
}

/** A call that is made when the rest of the program has run. */
export interface LaterCall {
  readonly run: () => void;
  /** Whether it continues a function that waits. */
  readonly waits: boolean;
}

/** A function that runs, or the program. */
export interface Frame {
  readonly node: FunctionStatement | LambdaFunction | null;
  /** Its variables, and the arguments among them. */
  readonly scope: Scope;
  readonly arguments: ReadonlyMap<string, Value>;
  /** The region in which it began. */
  readonly region: Region;
  /** The paths on which it has ended early, and the values that it may return. */
  readonly ends: Path[];
  /** The paths on which it has yielded a value, so that its caller goes on. */
  readonly yields: Path[];
  /** Whether it waits, so that code after its call may run before its rest. */
  waits: boolean;
  readonly results: Value[];
  /** The loops around the current statement, the innermost last. */
  readonly loops: LoopFrame[];
  /** Calls that are made when it ends. */
  readonly deferred: (() => void)[];
}

/** A loop that runs, or a `switch` that `break` leaves. */
export interface LoopFrame {
  readonly label: string | undefined;
  /** The regions of the whole loop and of the current iteration; `null` if `continue` does not refer to it. */
  readonly region: Region;
  iteration: Region | null;
  /** The paths on which the loop, or the iteration, has ended early. */
  readonly breaks: Path[];
  continues: Path[];
}

/** How often the code of a loop runs, loops around it included. */
export interface Loop {
  /** The least number of iterations; infinite when nothing ends the loop or makes it wait. */
  readonly repetitions: number;
}

const maxEffects = 1000;
/** The steps that emitting an effect costs. */
const stepsOfEffect = 4;
/** The steps that evaluating an expression costs. */
const stepsOfExpression = 0.5;

/** Adds an effect. It is at most as certain as the current statement. */
export function emit(interpreter: Interpreter, effect: EffectWithoutCertainty, certainty: Certainty = "certain"): void {
  if (interpreter.effects.size >= maxEffects) {
    interpreter.steps.left = 0;
    return;
  }
  interpreter.steps.left -= stepsOfEffect;
  keepMostCertain(interpreter.effects, { ...effect, certainty: lessCertain(interpreter.certainty, certainty) });
}

/** Adds an effect to others by their texts without the certainty: of equal ones, the most certain is kept. */
export function keepMostCertain(effects: Map<string, Effect>, effect: Effect): void {
  const key = JSON.stringify({ ...effect, certainty: "" });
  const before = effects.get(key);
  if (before === undefined || lessCertain(before.certainty, effect.certainty) !== effect.certainty)
    effects.set(key, effect);
}

/** Adds an effect of kind `anything`: it is unknown what happens here. */
export function emitUnknown(interpreter: Interpreter, by: string, reason: string, { start, end }: Span): void {
  emit(interpreter, { kind: "anything", by, reason, start, end }, "unknown");
}

/** Gives up interpreting at this point: emits that anything may happen, unless the program can't have effects. */
export function giveUp({ gaps }: Machine, reason: string, span: Span): void {
  if (!gaps.some((gap) => gap.reason === reason)) gaps.push({ reason, span });
}

/** Returns the lower of two certainties. */
export function lessCertain(a: Certainty, b: Certainty): Certainty {
  if (a === "unknown" || b === "unknown") return "unknown";
  return a === "certain" ? b : a;
}

/** Spends steps for work on values, in proportion to their texts, items and alternatives. */
export function spendStepsOn(interpreter: Interpreter, values: readonly Value[]): void {
  let work = 0;
  let combinations = 1;
  for (const { alternatives } of values) {
    combinations *= Math.max(1, alternatives.length);
    for (const each of alternatives) {
      if (each.kind === "text" || each.kind === "path") work += each.text.length / 80;
      else if (each.kind === "list") work += each.items.length / 2;
      else if (each.kind === "object" || each.kind === "instance") work += each.fields.size / 2;
    }
  }
  interpreter.steps.left -= work + Math.min(combinations, 600) / 10;
}

/** Spends the steps of one expression; true when none are left. */
export function isOutOfSteps(interpreter: Interpreter): boolean {
  interpreter.steps.left -= stepsOfExpression;
  return interpreter.steps.left <= 0;
}

/** A call of a function or a method. */
export interface Call {
  /** The name of the function or method: `os.remove`, `delete_bucket`; empty if it is unknown. */
  readonly name: string;
  /** The object whose method is called; `null` for a function. */
  readonly self: Value | null;
  readonly passed: readonly PassedArgument[];
  readonly span: Span;
  readonly interpreter: Interpreter;
}

/** A call, with its arguments by position and by name. */
export interface SortedCall extends Call {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

/** A call of a command by words. */
export interface CommandCall {
  readonly name: Value;
  readonly words: readonly PassedWord[];
  /** The input from a pipe; `null` without a pipe. */
  readonly input: Value | null;
  readonly inCaller: boolean;
  readonly span: Span;
  readonly interpreter: Interpreter;
}

/** A word of a command: a value, the name of a parameter without its dash, or both. */
export interface PassedWord {
  readonly name: string | null;
  readonly value: Value | null;
  readonly spread?: true;
}

/** A call of a method. */
export interface MethodCall extends SortedCall {
  readonly self: Value;
}

/** Computes the result of a call; returns `undefined` to leave the call to the catalogue. */
export type Builtin = (call: SortedCall) => Value | undefined;

/** Builtins by their dotted names. */
export type BuiltinTable = readonly (readonly [names: string, builtin: Builtin])[];

/** Builtins by their dotted names; later rows come first. */
export function builtinMap(...tables: readonly BuiltinTable[]): ReadonlyMap<string, Builtin> {
  return new Map(
    tables.flat().flatMap(([names, builtin]) => names.split(" ").map((name): [string, Builtin] => [name, builtin])),
  );
}
