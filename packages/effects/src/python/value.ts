import type { Origin } from "../effects.ts";
import type { ClassStatement, FunctionStatement, LambdaFunction } from "./syntax/nodes.ts";

/** What an expression may give, as far as it can be told. */
export interface Value {
  /** Each thing that it may be. */
  readonly alternatives: readonly Alternative[];
  /** Whether it may be something else, too. */
  readonly mayBeUnknown: boolean;
  /** Where its data comes from; empty for what the program itself has. */
  readonly from: readonly Origin[];
  /** How many times over its data is repeated. */
  readonly repetitions: number;
}

/** One thing that an expression may give. */
export type Alternative =
  | TextValue
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "constant"; readonly constant: boolean | null }
  | { readonly kind: "path"; readonly text: string }
  | ListValue
  | DictValue
  | FunctionValue
  | ClassValue
  | InstanceValue
  /** Something of a library, or a builtin, by its dotted name. */
  | { readonly kind: "library"; readonly name: string }
  | LibraryObject
  /** A method that is not called yet, of a text, a list, an object of a library. */
  | { readonly kind: "method"; readonly object: Value; readonly name: string }
  /** A function with some of its arguments. */
  | { readonly kind: "partial"; readonly callee: Value; readonly arguments: readonly PassedArgument[] }
  /** Reached by a name that is not known: it may be anything that Python has. */
  | { readonly kind: "unresolved"; readonly reason: string };

/** A text or bytes; `hole` and `nameHole` stand in it for what is not known. */
export interface TextValue {
  readonly kind: "text";
  readonly text: string;
  /** Where it begins in the program that was asked about, if it stands there just so. */
  readonly at: number | null;
}

/** A list, a tuple, a set or anything that is gone through. */
export interface ListValue {
  readonly kind: "list";
  readonly items: Value[];
  /** What others may be in it; `null` when there are none. */
  more: Value | null;
}

export interface DictValue {
  readonly kind: "dict";
  readonly entries: Map<string, Value>;
  more: Value | null;
}

export interface FunctionValue {
  readonly kind: "function";
  readonly node: FunctionStatement | LambdaFunction;
  readonly scope: Scope;
  readonly self: Value | null;
}

export interface ClassValue {
  readonly kind: "class";
  readonly node: ClassStatement;
  readonly members: Scope;
  readonly bases: readonly Value[];
}

export interface InstanceValue {
  readonly kind: "instance";
  readonly of: ClassValue;
  readonly fields: Map<string, Value>;
}

/** What a call into a library gave; its fields are the arguments of that call by their names. */
export interface LibraryObject {
  readonly kind: "object";
  /** Its type, as the catalogue calls it: `socket.socket`. */
  readonly type: string;
  readonly fields: Map<string, Value>;
}

/** An argument as a call passes it; its name is `*` or `**` when it stands for several. */
export interface PassedArgument {
  readonly name: string | null;
  readonly value: Value;
}

/** Stands in a text for any characters. */
export const unknownText = "\uFFFF";
/** Stands in a text for characters that lead nowhere else as a part of a path: no slash, no `..`. */
export const unknownName = "\uFFFE";
/** Stands in a text for what people give: an argument, a variable of the environment. It is a `hole` with a mark. */
export const suppliedText: string = `${unknownText}\uFDD0`;

const maxAlternatives = 24;
const maxOrigins = 16;
const maxItems = 200;
const maxTextLength = 20_000;

/** Nothing is known of it. */
export const unknownValue: Value = { alternatives: [], mayBeUnknown: true, from: [], repetitions: 1 };
/** `None`. */
export const noneValue: Value = exactValue({ kind: "constant", constant: null });

/** A value that is just that. */
export function exactValue(alternative: Alternative, from: readonly Origin[] = []): Value {
  return { alternatives: [alternative], mayBeUnknown: false, from, repetitions: 1 };
}

/** A value of which only is known where its data comes from. */
export function unknownValueFrom(from: readonly Origin[], repetitions: number = 1): Value {
  return from.length === 0 && repetitions === 1
    ? unknownValue
    : { alternatives: [], mayBeUnknown: true, from, repetitions };
}

/** A text; none that is too long to be followed. */
export function textValue(text: string, from: readonly Origin[] = [], at: number | null = null): Value {
  return text.length > maxTextLength ? unknownValueFrom(from) : exactValue({ kind: "text", text, at }, from);
}

/** A library's object of a type. */
export function objectValue(type: string, from: readonly Origin[] = [], fields: Map<string, Value> = new Map()): Value {
  return exactValue({ kind: "object", type, fields }, from);
}

/** A list; of many items it keeps what they may be together. */
export function listValue(items: readonly Value[], more: Value | null = null, from: readonly Origin[] = []): Value {
  if (items.length <= maxItems) return exactValue({ kind: "list", items: [...items], more }, from);
  return exactValue({ kind: "list", items: [], more: joinAllValues(more === null ? items : [...items, more]) }, from);
}

/** What is either of two values. */
export function joinValues(a: Value, b: Value): Value {
  if (a === b) return a;
  const alternatives = [...a.alternatives];
  for (const each of b.alternatives)
    if (!alternatives.some((other) => isSameAlternative(other, each))) alternatives.push(each);
  const mayBeUnknown = a.mayBeUnknown || b.mayBeUnknown || alternatives.length > maxAlternatives;
  return {
    alternatives: alternatives.slice(0, maxAlternatives),
    mayBeUnknown,
    from: joinOrigins(a.from, b.from),
    repetitions: Math.max(a.repetitions, b.repetitions),
  };
}

/** What is any of some values; unknown of none. */
export function joinAllValues(values: readonly Value[]): Value {
  return values.length === 0 ? unknownValue : values.reduce(joinValues);
}

function isSameAlternative(a: Alternative, b: Alternative): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case "text":
    case "path":
      return b.kind === a.kind && a.text === b.text;
    case "number":
      return b.kind === "number" && a.number === b.number;
    case "constant":
      return b.kind === "constant" && a.constant === b.constant;
    case "library":
      return b.kind === "library" && a.name === b.name;
    case "function":
      return b.kind === "function" && a.node === b.node && a.self === b.self;
    case "method":
      return b.kind === "method" && a.name === b.name && a.object === b.object;
    case "list":
      return b.kind === "list" && a.items.length === 0 && b.items.length === 0 && a.more === b.more;
    default:
      return false;
  }
}

/** The origins of both, each once. */
export function joinOrigins(a: readonly Origin[], b: readonly Origin[]): readonly Origin[] {
  if (b.length === 0 || a === b) return a;
  if (a.length === 0) return b;
  const found = [...a];
  for (const origin of b) if (!found.some((other) => isSameOrigin(other, origin))) found.push(origin);
  return found.slice(0, maxOrigins);
}

function isSameOrigin(a: Origin, b: Origin): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === "file" && b.kind === "file") return a.target?.path === b.target?.path;
  if (a.kind === "network" && b.kind === "network") return a.host === b.host;
  return a.kind !== "output" || (b.kind === "output" && a.by === b.by);
}

/** The same value, with more origins. */
export function withAddedOrigins(value: Value, from: readonly Origin[]): Value {
  return from.length === 0 ? value : { ...value, from: joinOrigins(value.from, from) };
}

/**
 * Where the data of a value comes from, that of what it holds included; `literal` when all of it stands in the program,
 * empty when it is made by the program.
 */
export function originsOf(value: Value): readonly Origin[] {
  const { from, literal } = collectOrigins(value);
  return from.length === 0 && literal ? [{ kind: "literal" }] : from;
}

const maxContainedValues = 300;
const maxContainerDepth = 4;

/** The origins of a value and of what it holds, and whether all of it stands in the program. */
function collectOrigins(whole: Value): { readonly from: readonly Origin[]; readonly literal: boolean } {
  let { from } = whole;
  let literal = true;
  const seen = new Set<Alternative>();
  let level: readonly Value[] = [whole];
  for (let depth = 0; level.length > 0; depth++) {
    const next: Value[] = [];
    for (const value of level) {
      from = joinOrigins(from, value.from);
      literal &&= !value.mayBeUnknown && value.alternatives.length > 0;
      for (const alternative of value.alternatives) {
        literal &&= isLiteral(alternative);
        if (seen.has(alternative) || seen.size >= maxContainedValues || depth === maxContainerDepth) continue;
        if (isContainer(alternative)) {
          seen.add(alternative);
          next.push(...containedValues(alternative));
        }
      }
    }
    level = next.slice(0, maxContainedValues);
  }
  return { from, literal };
}

function isContainer({ kind }: Alternative): boolean {
  return kind === "list" || kind === "dict" || kind === "instance" || kind === "object";
}

function isLiteral(alternative: Alternative): boolean {
  if (alternative.kind === "text") return !hasUnknownText(alternative.text);
  return (
    alternative.kind === "number" ||
    alternative.kind === "constant" ||
    alternative.kind === "list" ||
    alternative.kind === "dict"
  );
}

/** The greatest number of times over that a value, or what it holds, is repeated. */
export function maxRepetitions(value: Value): number {
  const held = value.alternatives.flatMap(containedValues).slice(0, maxItems);
  return Math.max(value.repetitions, ...held.map((each) => each.repetitions));
}

function containedValues(alternative: Alternative): readonly Value[] {
  switch (alternative.kind) {
    case "list":
      return alternative.more === null ? alternative.items : [...alternative.items, alternative.more];
    case "dict":
      return alternative.more === null
        ? [...alternative.entries.values()]
        : [...alternative.entries.values(), alternative.more];
    case "instance":
    case "object":
      return [...alternative.fields.values()];
    default:
      return [];
  }
}

/** The texts that a value may be, paths included. */
export function knownTexts(value: Value): readonly string[] {
  return value.alternatives.flatMap((alternative) =>
    alternative.kind === "text" || alternative.kind === "path" ? [alternative.text] : [],
  );
}

/** The text of a value that is one text, and known. */
export function exactText(value: Value | undefined): string | undefined {
  if (value === undefined || value.mayBeUnknown || value.alternatives.length !== 1) return undefined;
  const [text] = knownTexts(value);
  return text !== undefined && !hasUnknownText(text) ? text : undefined;
}

/** The number of a value that is one number. */
export function exactNumber(value: Value | undefined): number | undefined {
  const [alternative] = value?.alternatives ?? [];
  return value?.alternatives.length === 1 && alternative?.kind === "number" ? alternative.number : undefined;
}

/** Whether something in a text is not known. */
export function hasUnknownText(text: string): boolean {
  return text.includes(unknownText) || text.includes(unknownName);
}

/** A value as text, as `str` and f-strings write it, one for each thing that it may be. */
export function formattedTexts(value: Value): readonly string[] {
  const found = value.alternatives.map((alternative) => {
    if (alternative.kind === "text" || alternative.kind === "path") return alternative.text;
    if (alternative.kind === "number") return String(alternative.number);
    if (alternative.kind === "constant")
      return alternative.constant === null ? "None" : alternative.constant ? "True" : "False";
    return unknownText;
  });
  return value.mayBeUnknown || found.length === 0 ? [...found, unknownText] : found;
}

/** The names of a module, a function or a class. */
export interface Scope {
  names: Map<string, Value>;
  /** Where names are looked up that are not here. */
  readonly parent: Scope | null;
  /** Names of an outer scope that are set here by `global` or `nonlocal`. */
  readonly declaredOuter: Set<string>;
  /** Modules of which all names were imported. */
  readonly wildcardImports: string[];
  /** Of a class: its functions do not see it. */
  readonly isClass: boolean;
}

/** The origins of a value but `literal`, which what a library makes of it is no more. */
export function nonLiteralOrigins(value: Value): readonly Origin[] {
  return originsOf(value).filter(({ kind }) => kind !== "literal");
}
