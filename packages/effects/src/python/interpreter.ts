import type { Certainty, Effect, Origin } from "../effects.ts";
import type { EffectContext, Nesting } from "../languages.ts";
import type { WriteConsequence } from "../persistent-paths.ts";
import type { ClassStatement, Expression, FunctionStatement, LambdaFunction, Span, Statement } from "./syntax/nodes.ts";
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

/** An effect that is found, without what the run knows about it. */
export type EffectWithoutCertainty = Effect extends infer Each
  ? Each extends Effect
    ? Omit<Each, "certainty">
    : never
  : never;

/** The reading of one program: what is known at the place where it is, and what was found. */
export interface Interpreter {
  readonly context: EffectContext;
  readonly nesting: Nesting;
  /** How many texts stand around the code that runs now. */
  depth: number;
  /** How much more may be looked at. */
  readonly steps: { left: number };
  /** How sure it is that this place is reached. */
  certainty: Certainty;
  scope: Scope;
  readonly moduleScope: Scope;
  /** Where relative paths begin; `null` when it is not known. */
  directory: string | null;
  /** Where standard input comes from, after it was given to something else. */
  input: readonly Origin[];
  /** What was written to files, by their paths. */
  readonly writtenFiles: Map<string, readonly Origin[]>;
  /** What it means to write files, by their paths. */
  readonly writeMeanings: Map<string, readonly WriteConsequence[]>;
  /** What the innermost way that may not be taken has changed; `null` outside of one. */
  branchSnapshots: ContainerSnapshots | null;
  /** The loop that this place is in. */
  loop: Loop;
  /** The functions that were defined, and of them those that were looked at. */
  readonly functions: FunctionValue[];
  readonly interpretedFunctions: Set<FunctionStatement | LambdaFunction>;
  readonly classes: ClassValue[];
  readonly instances: Map<ClassStatement, InstanceValue>;
  /** The functions that run now, the innermost last. */
  readonly callStack: (FunctionStatement | LambdaFunction)[];
  /** What the functions that run now give back. */
  readonly returnValues: Value[][];
  readonly effects: Effect[];
  /** Python's functions that the interpreter itself understands, by their dotted names. */
  readonly builtins: ReadonlyMap<string, Builtin>;
  /** Computes what an expression may give, and adds the effects of computing it. */
  evaluate(expression: Expression): Value;
  /** Runs statements one after the other, and tells whether they may have been left early. */
  runBlock(statements: readonly Statement[]): BlockExit;
  /** Computes what a call may give, and adds its effects. */
  call(callee: Value, passed: readonly PassedArgument[], span: Span): Value;
}

/** What a block of statements may have left early: nothing, an iteration of a loop, or the function. */
export type BlockExit = "nothing" | "iteration" | "function";

/** How often the code of a loop runs. */
export interface Loop {
  /** At least so often; infinite when nothing ends or slows it. */
  readonly repetitions: number;
}

const maxEffects = 1000;
/** What adding an effect costs. */
const stepsOfEffect = 4;
/** What looking at an expression costs. */
const stepsOfExpression = 0.5;

/** Adds an effect that is as sure as the place is reached. */
export function emit(interpreter: Interpreter, effect: EffectWithoutCertainty, certainty: Certainty = "certain"): void {
  if (interpreter.effects.length >= maxEffects) {
    interpreter.steps.left = 0;
    return;
  }
  interpreter.steps.left -= stepsOfEffect;
  interpreter.effects.push({ ...effect, certainty: lessCertain(interpreter.certainty, certainty) });
}

/** Adds that anything may happen. */
export function emitUnknown(interpreter: Interpreter, by: string, reason: string, { start, end }: Span): void {
  emit(interpreter, { kind: "anything", by, reason, start, end }, "unknown");
}

/** The less sure of both. */
export function lessCertain(a: Certainty, b: Certainty): Certainty {
  if (a === "unknown" || b === "unknown") return "unknown";
  return a === "certain" ? b : a;
}

/** Counts the work of doing something with values: it grows with their texts and lists. */
export function spendStepsOn(interpreter: Interpreter, values: readonly Value[]): void {
  let work = 0;
  let ways = 1;
  for (const { alternatives } of values) {
    ways *= Math.max(1, alternatives.length);
    for (const each of alternatives) {
      if (each.kind === "text" || each.kind === "path") work += each.text.length / 80;
      else if (each.kind === "list") work += each.items.length / 2;
      else if (each.kind === "object" || each.kind === "instance") work += each.fields.size / 2;
    }
  }
  interpreter.steps.left -= work + Math.min(ways, 600) / 10;
}

/** Whether there is nothing left to look at anything more. */
export function isOutOfSteps(interpreter: Interpreter): boolean {
  interpreter.steps.left -= stepsOfExpression;
  return interpreter.steps.left <= 0;
}

/** Lists and dictionaries that a way has changed, as they were before. */
export type ContainerSnapshots = Map<ListValue | DictValue, ListValue | DictValue>;

/** A call of a function that the reading itself understands. */
export interface BuiltinCall {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  readonly passed: readonly PassedArgument[];
  readonly span: Span;
  readonly interpreter: Interpreter;
}

/** What a call gives; `undefined` leaves it to the catalogue. */
export type Builtin = (call: BuiltinCall) => Value | undefined;

/** Functions by their dotted names. */
export type BuiltinTable = readonly (readonly [name: string, builtin: Builtin])[];
