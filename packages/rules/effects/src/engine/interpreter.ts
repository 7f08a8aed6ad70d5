// The state of the abstract interpreter, and the functions that emit effects and count work.

import type { Certainty, Effect, Origin } from "../effects.ts";
import type { FileData } from "../execution-state.ts";
import type { EffectContext, Nesting } from "../languages.ts";
import type { LayeredMap } from "../layered-map.ts";
import type { WriteConsequence } from "../persistent-files.ts";
import type { ClassStatement, Expression, FunctionStatement, LambdaFunction, Span, Statement } from "./ir.ts";
import type {
  ClassValue,
  DictValue,
  FunctionValue,
  InstanceValue,
  ListValue,
  PassedArgument,
  Scope,
  Value,
} from "./value.ts";

/** An effect before its certainty is set by the place where it is emitted. */
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
export interface Interpreter {
  readonly context: EffectContext;
  readonly nesting: Nesting;
  /** The text of the program. */
  readonly program: string;
  /** How many texts surround the code that runs now: `eval` inside `python -c` is at depth 2. */
  depth: number;
  /** The work that is left; the interpretation stops at 0. */
  readonly steps: { left: number };
  /** How certain it is that the current statement runs. */
  certainty: Certainty;
  /** The names that the current statement sees. */
  scope: Scope;
  /** The names of the program's module. */
  readonly moduleScope: Scope;
  /** The directory in which relative paths start; `null` when it is unknown. */
  directory: string | null;
  /** The origins of standard input. */
  input: readonly Origin[];
  /** What the program and code before it wrote to files, by their paths. */
  readonly writtenFiles: LayeredMap<FileData>;
  /** The targets of symbolic links that the program and code before it created, by the paths of the links. */
  readonly links: LayeredMap<string | null>;
  /** The settings of programs that the program and code before it changed. */
  readonly settings: LayeredMap<string | null>;
  /** The values of names that earlier programs of the session left, as far as the program has used them. */
  readonly keptValues: Map<string, Value>;
  /** The sources of functions and classes. */
  readonly definitionTexts: Map<FunctionStatement | ClassStatement | LambdaFunction, string>;
  /** Cache: what writing a file causes besides the write, by its path. */
  readonly writeConsequences: Map<string, readonly WriteConsequence[]>;
  /** The old content of containers that the innermost branch changed; `null` outside of branches. */
  branchSnapshots: ContainerSnapshots | null;
  /** The loop around the current statement. */
  loop: Loop;
  /** The functions that the program defines. */
  readonly functions: FunctionValue[];
  /** The functions whose bodies were interpreted. */
  readonly interpretedFunctions: Set<FunctionStatement | LambdaFunction>;
  readonly classes: ClassValue[];
  readonly instances: Map<ClassStatement, InstanceValue>;
  /** The functions that run now, the innermost last. */
  readonly callStack: (FunctionStatement | LambdaFunction)[];
  /** The values that the functions of the call stack return. */
  readonly returnValues: Value[][];
  readonly effects: Effect[];
  /** Python functions that the interpreter computes itself, by their dotted names. */
  readonly builtins: ReadonlyMap<string, Builtin>;
  /** Evaluates an expression: returns every value that it may have, and emits its effects. */
  evaluate(expression: Expression): Value;
  /** Runs statements in order; tells whether the block may end early. */
  runBlock(statements: readonly Statement[]): BlockExit;
  /** Calls a value with arguments: returns every value that the call may have, and emits its effects. */
  call(callee: Value, passed: readonly PassedArgument[], span: Span): Value;
}

/**
 * How a block of statements may end early: not at all, by leaving an iteration (`break`, `continue`), or the function.
 */
export type BlockExit = "nothing" | "iteration" | "function";

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
  if (interpreter.effects.length >= maxEffects) {
    interpreter.steps.left = 0;
    return;
  }
  interpreter.steps.left -= stepsOfEffect;
  interpreter.effects.push({ ...effect, certainty: lessCertain(interpreter.certainty, certainty) });
}

/** Adds an effect of kind `anything`: it is unknown what happens here. */
export function emitUnknown(interpreter: Interpreter, by: string, reason: string, { start, end }: Span): void {
  emit(interpreter, { kind: "anything", by, reason, start, end }, "unknown");
}

/** The less certain of two certainties. */
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

/** Changed lists and dictionaries, each with a copy of its earlier content. */
export type ContainerSnapshots = Map<ListValue | DictValue, ListValue | DictValue>;

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

/** A call of a method. */
export interface MethodCall extends SortedCall {
  readonly self: Value;
}

/** Computes the result of a call; returns `undefined` to leave the call to the catalogue. */
export type Builtin = (call: SortedCall) => Value | undefined;

/** Builtins by their dotted names. */
export type BuiltinTable = readonly (readonly [name: string, builtin: Builtin])[];
