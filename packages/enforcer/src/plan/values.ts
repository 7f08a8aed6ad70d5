import type { Action, Trajectory } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { Binding, Reference, Value } from "@helve/core/program";
import { valueInWords } from "../words.ts";

/** What the values of a rule are read from. */
export interface View {
  readonly action: Action;
  /** The steps before the action. */
  readonly trajectory: Trajectory;
  readonly prompt: string;
  readonly state: unknown;
}

/** A value that a rule writes, ready to be read. */
export interface Source {
  /** As the rule writes it. */
  readonly words: string;
  /** What it is made of, with names followed: two sources with the same give the same value. */
  readonly identity: string;
  /** Where it stands, as a JSON pointer into the action's `args`; absent when it is no argument. */
  readonly path?: string;
  /** Whether it is the same for every action, and what it is then. */
  readonly isConstant: boolean;
  readonly constant?: unknown;
  /** `undefined` when the value is not given. */
  read(view: View): unknown;
}

/** What the values of a rule may refer to. */
export interface ValueScope {
  /** The values that the rule has given names to. */
  readonly bindings: ReadonlyMap<string, Value>;
  /** The references in all rules, by what they are written as, so that each is there once. */
  readonly references: Map<string, Source>;
}

/** More values than this in one, with the names in it followed, are too many. */
const mostParts = 100_000;

/** Deeper than this values are not nested. The language stops at 100; names may stand for nested values, too. */
const deepest = 500;

/** A value can't be read as it stands. */
export class ValueFault extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Makes a value ready to be read. Names are followed now: what they stand for is the same for every action.
 *
 * @throws ValueFault
 */
export function sourceOf(value: Value, { bindings, references }: ValueScope): Source {
  if (value.type !== "reference" || value.root === "let") return sourceFor(value, bindings);
  const words = valueInWords(value);
  const known = references.get(words) ?? sourceFor(value, bindings);
  references.set(words, known);
  return known;
}

function sourceFor(value: Value, bindings: ValueScope["bindings"]): Source {
  const compiled = compile(value, { bindings, parts: 0 }, 0);
  return { ...compiled, words: valueInWords(value) };
}

/** The value that a binding gives a name to, if it is one. */
export function boundValue({ name, value }: Binding): Value {
  if (value.type !== "invoke_action") return value;
  const problem = `let ${name}: an action can't give it a value, since a check has no side effects`;
  throw new ValueFault("effect_in_check", problem);
}

type Compiled = Omit<Source, "words">;

interface Compiling {
  readonly bindings: ValueScope["bindings"];
  parts: number;
}

function compile(value: Value, at: Compiling, depth: number): Compiled {
  if (++at.parts > mostParts) throw new ValueFault("too_large", `a value has more than ${mostParts} parts`);
  if (depth > deepest) throw new ValueFault("too_deep", `a value is nested deeper than ${deepest} levels`);
  switch (value.type) {
    case "literal":
      return constant(value.value);
    case "list": {
      const items = value.items.map((item) => compile(item, at, depth + 1));
      const identity = `[${items.map((item) => item.identity).join(",")}]`;
      return folded(items, identity, (view) => items.map((item) => item.read(view)));
    }
    case "object": {
      const entries = value.entries.map((entry) => [entry.key, compile(entry.value, at, depth + 1)] as const);
      const members = entries.map(([, member]) => member);
      const identity = `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${member.identity}`).join(",")}}`;
      return folded(members, identity, (view) =>
        Object.fromEntries(entries.map(([key, member]) => [key, member.read(view)])),
      );
    }
    case "reference":
      return value.root === "let" ? followName(value, at, depth) : lookUp(value);
    default:
      throw new ValueFault(
        "unknown_part",
        `this engine does not know "${(value as { type: string }).type}" as a value`,
      );
  }
}

/** What has no reference in it is read once. */
function folded(parts: readonly Compiled[], identity: string, read: Compiled["read"]): Compiled {
  return parts.every((part) => part.isConstant) ? constant(read(noView)) : { isConstant: false, identity, read };
}

/** Where there is nothing to read. */
export const noView: View = { action: { id: "", name: "", args: {} }, trajectory: [], prompt: "", state: undefined };

function constant(value: unknown): Compiled {
  const kept = typeof value === "object" && value !== null ? Object.freeze(value) : value;
  return { isConstant: true, identity: JSON.stringify(value) ?? "", constant: kept, read: () => kept };
}

/** What a name stands for, down to the part of it that is meant. */
function followName({ path: [name, ...path] }: Reference, at: Compiling, depth: number): Compiled {
  const bound = at.bindings.get(String(name));
  if (bound === undefined) throw new ValueFault("unknown_binding", `there is no let "${String(name)}" before it`);
  let value = bound;
  for (const [index, step] of path.entries()) {
    if (value.type === "reference") {
      return compile({ ...value, path: [...value.path, ...path.slice(index)] }, at, depth + 1);
    }
    const part = partOf(value, step);
    if (part === undefined) return constant(undefined);
    value = part;
  }
  return compile(value, at, depth + 1);
}

function partOf(value: Exclude<Value, Reference>, step: string | number): Value | undefined {
  switch (value.type) {
    case "literal":
      return undefined;
    case "list":
      return value.items[Number(step)];
    case "object":
      return value.entries.find(({ key }) => key === String(step))?.value;
  }
}

function lookUp({ root, path }: Reference): Compiled {
  const from = roots.get(root);
  if (from === undefined) throw new ValueFault("unknown_part", `this engine does not know "${root}"`);
  const read: Compiled["read"] = (view) => follow(from(view), steps);
  const steps = [...path];
  const identity = `${root}${JSON.stringify(steps)}`;
  const compiled = { isConstant: false, identity, read };
  return root === "args" ? { ...compiled, path: jsonPointer(path) } : compiled;
}

const roots: ReadonlyMap<string, (view: View) => unknown> = new Map<string, (view: View) => unknown>([
  ["args", ({ action }) => action.args],
  ["action", ({ action }) => action],
  ["prompt", ({ prompt }) => prompt],
  ["trajectory", ({ trajectory }) => trajectory],
  ["state", ({ state }) => state],
]);

/** Own properties only: a name never reaches a prototype. */
function follow(from: unknown, path: Reference["path"]): unknown {
  let at = from;
  for (const part of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, part)) return undefined;
    at = Reflect.get(at, part);
  }
  return at;
}
