import type { Origin } from "../effects.ts";
import type { ClassStatement, FunctionStatement, LambdaFunction } from "./syntax/nodes.ts";

/** What an expression may give, as far as it can be told. */
export interface Value {
  /** Each thing that it may be. */
  readonly known: readonly Known[];
  /** Whether it may be something else, too. */
  readonly open: boolean;
  /** Where its data comes from; empty for what the program itself has. */
  readonly from: readonly Origin[];
  /** How many times over its data is repeated. */
  readonly times: number;
}

/** One thing that an expression may give. */
export type Known =
  | Text
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "constant"; readonly constant: boolean | null }
  | { readonly kind: "path"; readonly text: string }
  | List
  | Dict
  | FunctionValue
  | ClassValue
  | Instance
  /** Something of a library, or a builtin, by its dotted name. */
  | { readonly kind: "library"; readonly name: string }
  | LibraryObject
  /** A method that is not called yet, of a text, a list, an object of a library. */
  | { readonly kind: "method"; readonly object: Value; readonly name: string }
  /** A function with some of its arguments. */
  | { readonly kind: "partial"; readonly callee: Value; readonly arguments: readonly PassedArgument[] }
  /** Reached by a name that is not known: it may be anything that Python has. */
  | { readonly kind: "hidden"; readonly reason: string };

/** A text or bytes; `hole` and `nameHole` stand in it for what is not known. */
export interface Text {
  readonly kind: "text";
  readonly text: string;
  /** Where it begins in the program that was asked about, if it stands there just so. */
  readonly at: number | null;
}

/** A list, a tuple, a set or anything that is gone through. */
export interface List {
  readonly kind: "list";
  readonly items: Value[];
  /** What others may be in it; `null` when there are none. */
  more: Value | null;
}

export interface Dict {
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

export interface Instance {
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
export const hole = "\uFFFF";
/** Stands in a text for characters that lead nowhere else as a part of a path: no slash, no `..`. */
export const nameHole = "\uFFFE";
/** Stands in a text for what people give: an argument, a variable of the environment. It is a `hole` with a mark. */
export const givenHole: string = `${hole}\uFDD0`;

const mostKnown = 24;
const mostOrigins = 16;
const mostItems = 200;
const longestText = 20_000;

/** Nothing is known of it. */
export const unknownValue: Value = { known: [], open: true, from: [], times: 1 };
/** `None`. */
export const none: Value = exactly({ kind: "constant", constant: null });

/** A value that is just that. */
export function exactly(known: Known, from: readonly Origin[] = []): Value {
  return { known: [known], open: false, from, times: 1 };
}

/** A value of which only is known where its data comes from. */
export function unknownFrom(from: readonly Origin[], times: number = 1): Value {
  return from.length === 0 && times === 1 ? unknownValue : { known: [], open: true, from, times };
}

/** A text; none that is too long to be followed. */
export function textValue(text: string, from: readonly Origin[] = [], at: number | null = null): Value {
  return text.length > longestText ? unknownFrom(from) : exactly({ kind: "text", text, at }, from);
}

/** A library's object of a type. */
export function objectValue(type: string, from: readonly Origin[] = [], fields: Map<string, Value> = new Map()): Value {
  return exactly({ kind: "object", type, fields }, from);
}

/** A list; of many items it keeps what they may be together. */
export function listValue(items: readonly Value[], more: Value | null = null, from: readonly Origin[] = []): Value {
  if (items.length <= mostItems) return exactly({ kind: "list", items: [...items], more }, from);
  return exactly({ kind: "list", items: [], more: joinAll(more === null ? items : [...items, more]) }, from);
}

/** What is either of two values. */
export function join(a: Value, b: Value): Value {
  if (a === b) return a;
  const known = [...a.known];
  for (const each of b.known) if (!known.some((other) => sameKnown(other, each))) known.push(each);
  const open = a.open || b.open || known.length > mostKnown;
  return {
    known: known.slice(0, mostKnown),
    open,
    from: joinOrigins(a.from, b.from),
    times: Math.max(a.times, b.times),
  };
}

/** What is any of some values; unknown of none. */
export function joinAll(values: readonly Value[]): Value {
  return values.length === 0 ? unknownValue : values.reduce(join);
}

function sameKnown(a: Known, b: Known): boolean {
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
  for (const origin of b) if (!found.some((other) => sameOrigin(other, origin))) found.push(origin);
  return found.slice(0, mostOrigins);
}

function sameOrigin(a: Origin, b: Origin): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === "file" && b.kind === "file") return a.target?.path === b.target?.path;
  if (a.kind === "network" && b.kind === "network") return a.host === b.host;
  return a.kind !== "output" || (b.kind === "output" && a.by === b.by);
}

/** The same value, with more origins. */
export function withOrigins(value: Value, from: readonly Origin[]): Value {
  return from.length === 0 ? value : { ...value, from: joinOrigins(value.from, from) };
}

/**
 * Where the data of a value comes from, that of what it holds included; `literal` when all of it stands in the program,
 * empty when it is made by the program.
 */
export function originsOf(value: Value): readonly Origin[] {
  const { from, literal } = heldData(value);
  return from.length === 0 && literal ? [{ kind: "literal" }] : from;
}

const mostHeld = 300;
const deepestHeld = 4;

/** The origins of a value and of what it holds, and whether all of it stands in the program. */
function heldData(whole: Value): { readonly from: readonly Origin[]; readonly literal: boolean } {
  let { from } = whole;
  let literal = true;
  const seen = new Set<Known>();
  let level: readonly Value[] = [whole];
  for (let depth = 0; level.length > 0; depth++) {
    const next: Value[] = [];
    for (const value of level) {
      from = joinOrigins(from, value.from);
      literal &&= !value.open && value.known.length > 0;
      for (const known of value.known) {
        literal &&= isLiteralItself(known);
        if (seen.has(known) || seen.size >= mostHeld || depth === deepestHeld) continue;
        if (isHolder(known)) {
          seen.add(known);
          next.push(...heldBy(known));
        }
      }
    }
    level = next.slice(0, mostHeld);
  }
  return { from, literal };
}

function isHolder({ kind }: Known): boolean {
  return kind === "list" || kind === "dict" || kind === "instance" || kind === "object";
}

function isLiteralItself(known: Known): boolean {
  if (known.kind === "text") return !hasHole(known.text);
  return known.kind === "number" || known.kind === "constant" || known.kind === "list" || known.kind === "dict";
}

/** The greatest number of times over that a value, or what it holds, is repeated. */
export function timesOf(value: Value): number {
  const held = value.known.flatMap(heldBy).slice(0, mostItems);
  return Math.max(value.times, ...held.map((each) => each.times));
}

function heldBy(known: Known): readonly Value[] {
  switch (known.kind) {
    case "list":
      return known.more === null ? known.items : [...known.items, known.more];
    case "dict":
      return known.more === null ? [...known.entries.values()] : [...known.entries.values(), known.more];
    case "instance":
    case "object":
      return [...known.fields.values()];
    default:
      return [];
  }
}

/** The texts that a value may be, paths included. */
export function textsOf(value: Value): readonly string[] {
  return value.known.flatMap((known) => (known.kind === "text" || known.kind === "path" ? [known.text] : []));
}

/** The text of a value that is one text, and known. */
export function literalOf(value: Value | undefined): string | undefined {
  if (value === undefined || value.open || value.known.length !== 1) return undefined;
  const [text] = textsOf(value);
  return text !== undefined && !hasHole(text) ? text : undefined;
}

/** The number of a value that is one number. */
export function numberOf(value: Value | undefined): number | undefined {
  const [known] = value?.known ?? [];
  return value?.known.length === 1 && known?.kind === "number" ? known.number : undefined;
}

/** Whether something in a text is not known. */
export function hasHole(text: string): boolean {
  return text.includes(hole) || text.includes(nameHole);
}

/** A value as text, as `str` and f-strings write it, one for each thing that it may be. */
export function writtenTexts(value: Value): readonly string[] {
  const found = value.known.map((known) => {
    if (known.kind === "text" || known.kind === "path") return known.text;
    if (known.kind === "number") return String(known.number);
    if (known.kind === "constant") return known.constant === null ? "None" : known.constant ? "True" : "False";
    return hole;
  });
  return value.open || found.length === 0 ? [...found, hole] : found;
}

/** The names of a module, a function or a class. */
export interface Scope {
  names: Map<string, Value>;
  /** Where names are looked up that are not here. */
  readonly parent: Scope | null;
  /** Names of an outer scope that are set here by `global` or `nonlocal`. */
  readonly outer: Set<string>;
  /** Modules of which all names were imported. */
  readonly wildcards: string[];
  /** Of a class: its functions do not see it. */
  readonly isClass: boolean;
}

/** The origins of a value but `literal`, which what a library makes of it is no more. */
export function heldOrigins(value: Value): readonly Origin[] {
  return originsOf(value).filter(({ kind }) => kind !== "literal");
}
