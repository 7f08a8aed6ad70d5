import type { Effect } from "../effects.ts";
import type { FileData } from "../execution-state.ts";
import { type EffectContext, type Nesting, readCode } from "../languages.ts";
import type { LayeredMap } from "../layered-map.ts";
import type { Expression, ScriptBlock, Span, Statement } from "./syntax.ts";
import type { Value } from "./value.ts";

type WithoutBase<T> = T extends Effect ? Omit<T, "certainty" | "by" | "start" | "end"> : never;

/** An effect without the members that all effects have. */
export type NewEffect = WithoutBase<Effect>;

/** What changes while a script or a batch file is evaluated. */
export interface Evaluation {
  readonly context: EffectContext;
  readonly nesting: Nesting;
  readonly effects: Effect[];
  readonly variables: Map<string, Value>;
  readonly functions: Map<string, ScriptBlock>;
  readonly calls: Set<string>;
  /** What code has written, by path. */
  readonly written: LayeredMap<FileData>;
  /** The targets of the links that earlier code has created, by their paths. */
  readonly links: LayeredMap<string | null>;
  /** Relative to where all began; `null` if it is unknown. */
  directory: string | null;
  /** The directories to which `Pop-Location` and `popd` return. */
  readonly earlierDirectories: (string | null)[];
  certainty: "certain" | "possible";
  readonly evaluateExpression: (expression: Expression, evaluation: Evaluation) => Value;
  readonly runStatements: (statements: readonly Statement[], evaluation: Evaluation) => Value;
  /** Runs a program by its name and arguments. */
  readonly runProgram: (name: string, args: readonly Value[], call: Call) => Value;
}

/** One call of a program or a cmdlet. */
export interface Call {
  readonly by: string;
  readonly span: Span;
  /** What the pipeline passes to it. */
  readonly input: Value | undefined;
  readonly evaluation: Evaluation;
}

/** Adds an effect of a call. */
export function emit(call: Call, effect: NewEffect): void {
  const { by, span, evaluation } = call;
  const { certainty, effects, nesting } = evaluation;
  if (effects.length > maxEffects) {
    nesting.work.left = 0;
    emitUnknown(call, `the text has more than ${maxEffects} effects`);
    return;
  }
  effects.push({ ...effect, certainty, by, start: span.start, end: span.end } as Effect);
}

/** The effects of one text after these are unknown. */
const maxEffects = 3000;

/** Adds that anything may happen. Only the first reason is recorded. */
export function emitUnknown({ by, span, evaluation }: Call, reason: string): void {
  if (evaluation.effects.some(({ kind }) => kind === "anything")) return;
  const place = { by, start: span.start, end: span.end };
  evaluation.effects.push({ kind: "anything", certainty: "unknown", reason, ...place });
}

/** Whether work is left; if none is, anything may happen. */
export function spend(work: number, call: Call): boolean {
  const { left } = call.evaluation.nesting.work;
  call.evaluation.nesting.work.left = left - work;
  if (left > work) return true;
  emitUnknown(call, "the text needs too much work to be read to its end");
  return false;
}

/** Evaluates something that may not happen. */
export function possibly<T>(evaluation: Evaluation, run: () => T): T {
  const { certainty } = evaluation;
  evaluation.certainty = "possible";
  const result = run();
  evaluation.certainty = certainty;
  return result;
}

/** Adds the effects of code of any language, at the position of the call. */
export function readNested(language: string, code: string, call: Call, more: Partial<EffectContext> = {}): void {
  const { evaluation, span, by } = call;
  if (!spend(5, call)) return;
  const { context, nesting, directory, written, variables } = evaluation;
  const environment = new Map(context.environment);
  for (const [name, { text, from }] of variables)
    if (name.startsWith("env:")) environment.set(name.slice(4).toUpperCase(), { text, from });
  const result = readCode(language, code, { ...context, nesting, directory, files: written, environment, ...more });
  for (const effect of result.effects) {
    if (effect.kind === "anything") emitUnknown({ ...call, by: effect.by || by }, effect.reason);
    else {
      const certainty =
        evaluation.certainty === "possible" && effect.certainty === "certain" ? "possible" : effect.certainty;
      evaluation.effects.push({ ...effect, certainty, start: span.start, end: span.end });
    }
  }
  for (const [path, data] of result.after?.files ?? []) evaluation.written.set(path, data);
}
