import type { Certainty, Effect, Target } from "../effects.ts";
import type { FileData } from "../execution-state.ts";
import type { EffectContext, Nesting } from "../languages.ts";
import type { LayeredMap } from "../layered-map.ts";
import { writeConsequences } from "../persistent-paths.ts";
import type { FunctionValue, Scope, Value } from "./value.ts";

/** The state of one interpretation. */
export interface Interpreter {
  readonly context: EffectContext;
  readonly nesting: Nesting;
  readonly effects: Effect[];
  /** Functions that the program defines, and those whose bodies were interpreted. */
  readonly functions: Map<string, FunctionValue>;
  readonly called: Set<string>;
  /** The functions whose bodies surround the current expression. */
  readonly active: Set<string>;
  /** The content of files: what earlier code and the program have written. */
  readonly files: LayeredMap<FileData>;
  /** The targets of symbolic links that earlier code and the program have created, by the paths of the links. */
  readonly links: LayeredMap<string | null>;
  /** The environment variables that the program sets: `process.env.HOME = "/tmp"`. */
  readonly environment: Map<string, Value>;
  /** Calls of functions that run after the rest of the program. */
  readonly later: (() => void)[];
  /** The text that is interpreted, to which the positions of nodes refer. */
  code: string;
  scope: Scope;
  /** What the current function has returned so far. */
  returned: Value[];
  /** Where relative paths begin; `null` if it is unknown. */
  directory: string | null;
  certainty: Certainty;
  /** How many texts of code surround the current expression. */
  depth: number;
  /** How many expressions surround the current one. */
  level: number;
  /** Whether nothing ends the loop around the current expression. */
  isEndless: boolean;
  /** The position that all effects get, in code that is not a part of the text. */
  place: Span | null;
}

/** A call of a value. */
export interface Call {
  readonly args: readonly Value[];
  /** The value of `this`. */
  readonly self?: Value;
  readonly span: Span;
  readonly interpreter: Interpreter;
}

/** A call of a function of a library, or of a method, by its name: `fs.rmSync`, `push`. */
export interface NamedCall extends Call {
  readonly name: string;
}

/** A call of a method. */
export interface MethodCall extends NamedCall {
  readonly self: Value;
}

/** A part of the text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** An effect without its position and certainty. */
export type Finding = Effect extends infer Each
  ? Each extends Effect
    ? Omit<Each, "certainty" | "start" | "end">
    : never
  : never;

const maxEffects = 1000;

/** Adds an effect. */
export function emit(interpreter: Interpreter, finding: Finding, span: Span, certainty: Certainty = "certain"): void {
  interpreter.nesting.work.left -= 4;
  if (interpreter.effects.length >= maxEffects) {
    interpreter.nesting.work.left = 0;
    return;
  }
  const { from, to } = interpreter.place ?? span;
  const own = certainty === "certain" ? interpreter.certainty : certainty;
  interpreter.effects.push({ ...finding, certainty: own, start: from, end: to });
}

/** Adds an effect of kind `anything`. */
export function emitUnknown(interpreter: Interpreter, by: string, reason: string, span: Span): void {
  emit(interpreter, { kind: "anything", by, reason }, span, "unknown");
}

/** How a file is written. */
export interface FileWrite {
  readonly by: string;
  readonly mode: "create" | "replace" | "append" | "change";
  readonly from: Value["from"];
  readonly namedByUser?: true | undefined;
}

/** Adds a write with its consequences: a startup file runs later. */
export function emitWrite(
  interpreter: Interpreter,
  target: Target | null,
  { by, mode, from, namedByUser }: FileWrite,
  span: Span,
): void {
  emit(interpreter, { kind: "write", target, recursive: false, by, mode, from, namedByUser }, span);
  emitConsequences(interpreter, target, by, span);
}

/** Adds what follows from new content of a file: a startup file runs later. */
export function emitConsequences(interpreter: Interpreter, target: Target | null, by: string, span: Span): void {
  const { context, nesting, files } = interpreter;
  const content = target === null ? undefined : files.get(target.path);
  for (const each of writeConsequences(target, { ...context, nesting }, content))
    emit(interpreter, { ...(each.kind === "persist" ? { ...each, target } : each), by }, span);
}

/** Interprets something that may not run: a branch. */
export function possibly<T>(interpreter: Interpreter, run: () => T): T {
  const before = interpreter.certainty;
  if (before === "certain") interpreter.certainty = "possible";
  const result = run();
  interpreter.certainty = before;
  return result;
}
