import type { Certainty, Effect, Origin } from "../effects.ts";
import type { EffectContext, Nesting } from "../languages.ts";
import type { WriteMeaning } from "../persistent-paths.ts";
import type { ClassStatement, Expression, FunctionStatement, LambdaFunction, Span, Statement } from "./syntax/nodes.ts";
import type { ClassValue, Dict, FunctionValue, Instance, List, PassedArgument, Scope, Value } from "./value.ts";

/** An effect that is found, without what the run knows about it. */
export type FoundEffect = Effect extends infer Each ? (Each extends Effect ? Omit<Each, "certainty"> : never) : never;

/** The reading of one program: what is known at the place where it is, and what was found. */
export interface Run {
  readonly options: EffectContext;
  readonly nesting: Nesting;
  /** How many texts stand around the code that runs now. */
  depth: number;
  /** How much more may be looked at. */
  readonly steps: { left: number };
  /** How sure it is that this place is reached. */
  certainty: Certainty;
  scope: Scope;
  readonly module: Scope;
  /** Where relative paths begin; `null` when it is not known. */
  directory: string | null;
  /** Where standard input comes from, after it was given to something else. */
  input: readonly Origin[];
  /** What was written to files, by their paths. */
  readonly written: Map<string, readonly Origin[]>;
  /** What it means to write files, by their paths. */
  readonly meanings: Map<string, readonly WriteMeaning[]>;
  /** What the innermost way that may not be taken has changed; `null` outside of one. */
  changed: Changed | null;
  /** The loop that this place is in. */
  loop: Loop;
  /** The functions that were defined, and of them those that were looked at. */
  readonly functions: FunctionValue[];
  readonly called: Set<FunctionStatement | LambdaFunction>;
  readonly classes: ClassValue[];
  readonly instances: Map<ClassStatement, Instance>;
  /** The functions that run now, the innermost last. */
  readonly stack: (FunctionStatement | LambdaFunction)[];
  /** What the functions that run now give back. */
  readonly results: Value[][];
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
  readonly times: number;
}

const mostEffects = 1000;
/** What adding an effect costs. */
const stepsOfEffect = 4;
/** What looking at an expression costs. */
const stepsOfExpression = 0.5;

/** Adds an effect that is as sure as the place is reached. */
export function emit(run: Run, effect: FoundEffect, certainty: Certainty = "certain"): void {
  if (run.effects.length >= mostEffects) {
    run.steps.left = 0;
    return;
  }
  run.steps.left -= stepsOfEffect;
  run.effects.push({ ...effect, certainty: lessSure(run.certainty, certainty) });
}

/** Adds that anything may happen. */
export function emitAnything(run: Run, by: string, reason: string, { start, end }: Span): void {
  emit(run, { kind: "anything", by, reason, start, end }, "unknown");
}

/** The less sure of both. */
export function lessSure(a: Certainty, b: Certainty): Certainty {
  if (a === "unknown" || b === "unknown") return "unknown";
  return a === "certain" ? b : a;
}

/** Counts the work of doing something with values: it grows with their texts and lists. */
export function spend(run: Run, values: readonly Value[]): void {
  let work = 0;
  let ways = 1;
  for (const { known } of values) {
    ways *= Math.max(1, known.length);
    for (const each of known) {
      if (each.kind === "text" || each.kind === "path") work += each.text.length / 80;
      else if (each.kind === "list") work += each.items.length / 2;
      else if (each.kind === "object" || each.kind === "instance") work += each.fields.size / 2;
    }
  }
  run.steps.left -= work + Math.min(ways, 600) / 10;
}

/** Whether there is nothing left to look at anything more. */
export function exhausted(run: Run): boolean {
  run.steps.left -= stepsOfExpression;
  return run.steps.left <= 0;
}

/** Lists and dictionaries that a way has changed, as they were before. */
export type Changed = Map<List | Dict, List | Dict>;

/** A call of a function that the reading itself understands. */
export interface BuiltinCall {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  readonly passed: readonly PassedArgument[];
  readonly span: Span;
  readonly run: Run;
}

/** What a call gives; `undefined` leaves it to the catalogue. */
export type Builtin = (call: BuiltinCall) => Value | undefined;

/** Functions by their dotted names. */
export type BuiltinTable = readonly (readonly [name: string, builtin: Builtin])[];
