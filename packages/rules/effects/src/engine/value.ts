/** Abstract values of an interpreted program: everything that an expression may be. */
import type { Origin } from "../effects.ts";
import { joinOrigins } from "../origins.ts";
import { hasUnknownText, unknownName, unknownText } from "../unknown-text.ts";
import type { ClassStatement, Expression, FunctionStatement, LambdaFunction } from "./ir.ts";
import { isSameAlternative } from "./same-values.ts";

/** An abstract value: every value that an expression may have, as far as it is known. */
export interface Value {
  /** Each known value that it may have. */
  readonly alternatives: readonly Alternative[];
  /** Whether it may also be something else. */
  readonly mayBeUnknown: boolean;
  /** The origins of its data; empty for data that the program text contains. */
  readonly from: readonly Origin[];
  /** How many times its data is repeated. */
  readonly repetitions: number;
}

/** One value that an expression may have. */
export type Alternative =
  | TextValue
  /** A number; `NaN` stands for any number. */
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "constant"; readonly constant: boolean | null }
  /** A path; with wildcards, all or some of the files whose paths match it. */
  | { readonly kind: "path"; readonly text: string; readonly wildcards?: "all" | "some" }
  | ListValue
  | DictValue
  | FunctionValue
  | ClassValue
  | InstanceValue
  | ReferenceValue
  /** A module, function or class of a library, or a builtin, by its dotted name. */
  | { readonly kind: "library"; readonly name: string }
  | LibraryObject
  /** A method that is not called yet. */
  | { readonly kind: "method"; readonly object: Value; readonly name: string }
  /** A function with some of its arguments: `functools.partial`. */
  | { readonly kind: "partial"; readonly callee: Value; readonly arguments: readonly PassedArgument[] }
  /** Something reached by an unknown name: it may be any object of the Python process. */
  | { readonly kind: "unresolved"; readonly reason: string };

/** A `str` or `bytes`; `unknownText`, `unknownName` and `suppliedText` mark its unknown parts. */
export interface TextValue {
  readonly kind: "text";
  readonly text: string;
  /** Its position in the program, if the program contains it literally. */
  readonly at: number | null;
}

/** A list, tuple, set or other iterable. */
export interface ListValue {
  readonly kind: "list";
  readonly born: number;
  /** Whether it stands for several lists, of which only one changes at a time. */
  isSeveral?: true;
  /** An assignment copies it, though it does not copy other lists: an array of Go. */
  readonly isCopied?: true;
  readonly items: Value[];
  /** The join of further items at unknown positions; `null` when there are none. */
  more: Value | null;
}

export interface DictValue {
  readonly kind: "dict";
  readonly born: number;
  /** Whether it stands for several dictionaries, of which only one changes at a time. */
  isSeveral?: true;
  readonly entries: Map<string, Value>;
  more: Value | null;
}

export interface FunctionValue {
  readonly kind: "function";
  readonly node: FunctionStatement | LambdaFunction;
  readonly scope: Scope;
  readonly self: Value | null;
  /** It runs with the variables of its caller. */
  readonly isOfCaller?: true;
  /** The default values of its parameters, if they are computed where it is defined. */
  readonly defaults?: ReadonlyMap<string, Value>;
}

export interface ClassValue {
  readonly kind: "class";
  readonly node: ClassStatement;
  readonly members: Scope;
  readonly bases: readonly Value[];
}

export interface InstanceValue {
  readonly kind: "instance";
  readonly born: number;
  /** Whether it stands for several objects, of which only one changes at a time. */
  isSeveral?: true;
  readonly of: ClassValue;
  readonly fields: Map<string, Value>;
}

/** A variable, by the scope that has it, a field of an object, or an item of a list by its number: `&x`. */
export interface ReferenceValue {
  readonly kind: "reference";
  readonly holder: Scope | InstanceValue | ListValue;
  readonly name: string;
}

/** An object that a library call created; its fields are the arguments of that call by their names. */
export interface LibraryObject {
  readonly kind: "object";
  readonly born: number;
  /** Whether it stands for several objects, of which only one changes at a time. */
  isSeveral?: true;
  /** The name of its type in the catalogue: `socket.socket`. */
  readonly type: string;
  readonly fields: Map<string, Value>;
}

/** An argument of a call: `name` is `null` by position, and `*` or `**` for a spread. */
export interface PassedArgument {
  readonly name: string | null;
  readonly value: Value;
  /** The variable, item or attribute that is passed, for parameters by reference. */
  readonly variable?: Expression;
}

let cells = 0;

/** Returns how many cells were created, to compare their ages. */
export function births(): number {
  return cells;
}

/** Returns a new cell number. */
export function newCell(): number {
  cells++;
  return cells;
}

/** A dictionary. */
export function dictValue(
  entries: ReadonlyMap<string, Value>,
  more: Value | null = null,
  from: readonly Origin[] = [],
): Value {
  return exactValue({ kind: "dict", born: newCell(), entries: new Map(entries), more }, from);
}

const maxAlternatives = 24;
const maxItems = 200;
const maxTextLength = 20_000;

/** An unknown value. */
export const unknownValue: Value = { alternatives: [], mayBeUnknown: true, from: [], repetitions: 1 };

/** Python's `None`. */
export const noneValue: Value = exactValue({ kind: "constant", constant: null });

/** Creates a value with one alternative. */
export function exactValue(alternative: Alternative, from: readonly Origin[] = []): Value {
  return { alternatives: [alternative], mayBeUnknown: false, from, repetitions: 1 };
}

/** An unknown value whose data has known origins. */
export function unknownValueFrom(from: readonly Origin[], repetitions: number = 1): Value {
  return from.length === 0 && repetitions === 1
    ? unknownValue
    : { alternatives: [], mayBeUnknown: true, from, repetitions };
}

/** A text value; a text that is too long becomes unknown. */
export function textValue(text: string, from: readonly Origin[] = [], at: number | null = null): Value {
  return text.length > maxTextLength ? unknownValueFrom(from) : exactValue({ kind: "text", text, at }, from);
}

/** A new object of a library type. */
export function objectValue(type: string, from: readonly Origin[] = [], fields: Map<string, Value> = new Map()): Value {
  return exactValue({ kind: "object", born: newCell(), type, fields }, from);
}

/** A list value; the items of a very long list are joined. */
export function listValue(items: readonly Value[], more: Value | null = null, from: readonly Origin[] = []): Value {
  if (items.length <= maxItems) return exactValue({ kind: "list", born: newCell(), items: [...items], more }, from);
  return listValue([], joinAllValues(more === null ? items : [...items, more]), from);
}

/** The join of two values: it may be either of them. It is `a` itself if that covers `b`. */
export function joinValues(a: Value, b: Value): Value {
  if (a === b) return a;
  const added = b.alternatives.filter((each) => {
    const same = a.alternatives.find((other) => isSameAlternative(other, each));
    if (same !== undefined && same !== each && "born" in same) same.isSeveral = true;
    return same === undefined;
  });
  const from = joinOrigins(a.from, b.from);
  const mayBeUnknown = a.mayBeUnknown || b.mayBeUnknown;
  const repetitions = Math.max(a.repetitions, b.repetitions);
  if (
    added.length === 0 &&
    mayBeUnknown === a.mayBeUnknown &&
    from.length === a.from.length &&
    repetitions === a.repetitions
  )
    return a;
  return limitedAlternatives({ alternatives: [...a.alternatives, ...added], mayBeUnknown, from, repetitions });
}

/** Limits a value to 24 alternatives. */
function limitedAlternatives(value: Value): Value {
  if (value.alternatives.length <= maxAlternatives) return value;
  const dropped = value.alternatives.slice(maxAlternatives);
  const kept = value.alternatives.slice(0, maxAlternatives);
  const isCallable = dropped.some(mayMatter);
  const alternatives = isCallable
    ? [...kept, { kind: "unresolved" as const, reason: "which of many functions is called" }]
    : kept;
  return { ...value, alternatives, mayBeUnknown: true };
}

/** Whether a value must be kept apart: calling it may do more than calling an unknown value. */
function mayMatter(alternative: Alternative): boolean {
  if (alternative.kind === "method") return alternative.object.alternatives.length > 0;
  return /^(function|class|partial|library)$/.test(alternative.kind);
}

/** The join of several values; unknown when there are none. */
export function joinAllValues(values: readonly Value[]): Value {
  return values.length === 0 ? unknownValue : values.reduce(joinValues);
}

/** Adds origins to a value. */
export function withAddedOrigins(value: Value, from: readonly Origin[]): Value {
  return from.length === 0 ? value : { ...value, from: joinOrigins(value.from, from) };
}

/** The texts that a value may be, paths included. */
export function knownTexts(value: Value): readonly string[] {
  return value.alternatives.flatMap((alternative) =>
    alternative.kind === "text" || alternative.kind === "path" ? [alternative.text] : [],
  );
}

/** The text of a value that can only be one known text. */
export function exactText(value: Value | undefined): string | undefined {
  if (value === undefined || value.mayBeUnknown || value.alternatives.length !== 1) return undefined;
  const [text] = knownTexts(value);
  return text !== undefined && !hasUnknownText(text) ? text : undefined;
}

/** The number of a value that can only be one number. */
export function exactNumber(value: Value | undefined): number | undefined {
  const [alternative] = value?.alternatives ?? [];
  if (value === undefined || value.mayBeUnknown || value.alternatives.length !== 1) return undefined;
  return alternative?.kind === "number" && !Number.isNaN(alternative.number) ? alternative.number : undefined;
}

/** Whether a value may be `True`. */
export function isTrue(value: Value | undefined): boolean {
  return value?.alternatives.some((each) => each.kind === "constant" && each.constant === true) === true;
}

/** The texts that `str(value)` may return. */
export function formattedTexts(value: Value): readonly string[] {
  const results = value.alternatives.map((alternative) => {
    if (alternative.kind === "text" || alternative.kind === "path") return alternative.text;
    if (alternative.kind === "number")
      return Number.isNaN(alternative.number) ? unknownName : String(alternative.number);
    if (alternative.kind === "constant")
      return alternative.constant === null ? "None" : alternative.constant ? "True" : "False";
    return unknownText;
  });
  return value.mayBeUnknown || results.length === 0 ? [...results, unknownText] : results;
}

/** The names of a module, a function or a class. */
export interface Scope {
  readonly kind: "scope";
  readonly born: number;
  /** Its variables. They are set by `setVariable` and `initializeVariable` only. */
  names: ReadonlyMap<string, Value>;
  /** A path remembers these names, so that a change needs a copy of them. */
  isShared: boolean;
  /** The scope in which missing names are looked up. */
  readonly parent: Scope | null;
  /** Names declared `global` or `nonlocal`. */
  readonly declaredOuter: Set<string>;
  /** Modules imported with `from module import *`. */
  readonly wildcardImports: string[];
  /** Whether it is the body of a class, which the functions of the class do not see. */
  readonly isClass: boolean;
}
