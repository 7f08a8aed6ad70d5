// Compiles a value of a rule, such as `args.to[0]` or `["a", "b"]`, to a constant or a function that reads it.

import type { Action, Trajectory } from "@helve/core";
import { jsonPointer, ownMember } from "@helve/core/internal";
import type { Binding, Reference, Value } from "@helve/core/program";
import { formatValue } from "../describe.ts";
import { PlanFault } from "./plan-fault.ts";

/** A value of a rule, compiled: a constant, or a function that reads it from the variables. */
export interface PlannedValue {
  /** The value as the rule writes it: `args.to`. */
  readonly text: string;
  /** The value with `let` names replaced by what they are bound to: values with equal identities are equal. */
  readonly identity: string;
  /** The JSON pointer into the action's `args` from which the value is read; absent if it is not an argument. */
  readonly path?: string;
  readonly isConstant: boolean;
  /** The value, if it is the same for every action. */
  readonly constant?: unknown;
  /** Reads the value; `undefined` if it is missing. */
  read(variables: RuleVariables): unknown;
}

/** The variables that a rule can read: `args` and `action`, `trajectory`, `prompt`, `state`. */
export interface RuleVariables {
  readonly action: Action;
  /** The steps before the action. */
  readonly trajectory: Trajectory;
  readonly prompt: string;
  readonly state: unknown;
}

/** What the values of a rule may refer to. */
export interface ValueScope {
  /** The values of the rule's `let` names. */
  readonly bindings: ReadonlyMap<string, Value>;
  /** The references of all rules by their text, so that equal references share one object. */
  readonly references: Map<string, PlannedValue>;
}

/**
 * Compiles a value of a rule. `let` names are resolved now, since they are bound to the same value for every action.
 *
 * @throws PlanFault for an unknown name, and a value that is too large or nested too deeply
 */
export function planValue(value: Value, { bindings, references }: ValueScope): PlannedValue {
  if (value.type !== "reference" || value.root === "let") return planUnshared(value, bindings);
  const text = formatValue(value);
  const planned = references.get(text) ?? planUnshared(value, bindings);
  references.set(text, planned);
  return planned;
}

/**
 * The value of a `let` binding.
 *
 * @throws PlanFault if the binding invokes an action
 */
export function boundValue({ name, value }: Binding): Value {
  if (value.type !== "invoke_action") return value;
  throw new PlanFault("effect_in_check", `let ${name} must not invoke an action, since checks have no side effects`);
}

/** Variables without content, for reading constants. */
export const noVariables: RuleVariables = {
  action: { id: "", name: "", args: {} },
  trajectory: [],
  prompt: "",
  state: undefined,
};

/** The maximum number of parts of a value, `let` names included. */
const maxParts = 100_000;

/** The maximum depth of a value. The language allows 100, but names may be bound to nested values that refer to others. */
const maxDepth = 500;

/** Compiles a value without looking for a compiled one to reuse. */
function planUnshared(value: Value, bindings: ValueScope["bindings"]): PlannedValue {
  return { ...compileValue(value, { bindings, parts: 0 }, 0), text: formatValue(value) };
}

type CompiledValue = Omit<PlannedValue, "text">;

interface Compilation {
  readonly bindings: ValueScope["bindings"];
  /** The number of parts compiled so far. */
  parts: number;
}

/** Compiles a value of the syntax tree with its parts; throws a PlanFault if it is too large or nested too deeply. */
function compileValue(value: Value, compilation: Compilation, depth: number): CompiledValue {
  if (++compilation.parts > maxParts) throw new PlanFault("too_large", `a value has more than ${maxParts} parts`);
  if (depth > maxDepth) throw new PlanFault("too_deep", `a value is nested deeper than ${maxDepth} levels`);
  switch (value.type) {
    case "literal":
      return constantValue(value.value);
    case "list": {
      const items = value.items.map((item) => compileValue(item, compilation, depth + 1));
      const identity = `[${items.map((item) => item.identity).join(",")}]`;
      return foldConstant(items, identity, (variables) => items.map((item) => item.read(variables)));
    }
    case "object": {
      const entries = value.entries.map(
        (entry) => [entry.key, compileValue(entry.value, compilation, depth + 1)] as const,
      );
      const members = entries.map(([, member]) => member);
      const identity = `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${member.identity}`).join(",")}}`;
      return foldConstant(members, identity, (variables) =>
        Object.fromEntries(entries.map(([key, member]) => [key, member.read(variables)])),
      );
    }
    case "reference":
      return value.root === "let" ? compileLetReference(value, compilation, depth) : compileReference(value);
    default:
      throw new PlanFault("unknown_part", `this engine does not know values of type "${(value as Value).type}"`);
  }
}

/** A list or an object: a constant if all its parts are constants. */
function foldConstant(parts: readonly CompiledValue[], identity: string, read: CompiledValue["read"]): CompiledValue {
  const isConstant = parts.every((part) => part.isConstant);
  return isConstant ? constantValue(read(noVariables)) : { isConstant, identity, read };
}

/** A compiled value that is the same for every action. */
function constantValue(value: unknown): CompiledValue {
  const constant = typeof value === "object" && value !== null ? Object.freeze(value) : value;
  return { isConstant: true, identity: JSON.stringify(value) ?? "", constant, read: () => constant };
}

/** Compiles `name.key[0]` by following the path into the value that `let` binds to the name. */
function compileLetReference(
  { path: [name, ...path] }: Reference,
  compilation: Compilation,
  depth: number,
): CompiledValue {
  const bound = compilation.bindings.get(String(name));
  if (bound === undefined) throw new PlanFault("unknown_binding", `there is no let "${String(name)}" before it`);
  let value = bound;
  for (const [index, key] of path.entries()) {
    if (value.type === "reference") {
      return compileValue({ ...value, path: [...value.path, ...path.slice(index)] }, compilation, depth + 1);
    }
    const member = findMember(value, key);
    if (member === undefined) return constantValue(undefined);
    value = member;
  }
  return compileValue(value, compilation, depth + 1);
}

/** The item or member of a list or object literal; `undefined` if there is none. */
function findMember(value: Exclude<Value, Reference>, key: string | number): Value | undefined {
  switch (value.type) {
    case "literal":
      return undefined;
    case "list":
      return value.items[Number(key)];
    case "object":
      return value.entries.find((entry) => entry.key === String(key))?.value;
  }
}

/** Compiles a reference to a variable, such as `args.to[0]`. */
function compileReference({ root, path }: Reference): CompiledValue {
  const readVariable = variableReaders.get(root);
  if (readVariable === undefined) throw new PlanFault("unknown_part", `this engine does not know "${root}"`);
  const keys = [...path];
  const identity = `${root}${JSON.stringify(keys)}`;
  if (root === "action" && keys[0] === "repairKinds") {
    // Arguments without repairs have an empty list of kinds: a missing value would make the check unknown.
    const rest = keys.slice(1);
    return { isConstant: false, identity, read: ({ action }) => followPath(action.repairKinds ?? none, rest) };
  }
  const read: CompiledValue["read"] = (variables) => followPath(readVariable(variables), keys);
  const compiled = { isConstant: false, identity, read };
  return root === "args" ? { ...compiled, path: jsonPointer(path) } : compiled;
}

const variableReaders = new Map<string, (variables: RuleVariables) => unknown>([
  ["args", ({ action }) => action.args],
  ["action", ({ action }) => action],
  ["prompt", ({ prompt }) => prompt],
  ["trajectory", ({ trajectory }) => trajectory],
  ["state", ({ state }) => state],
]);

const none: readonly never[] = Object.freeze([]);

/** Follows own properties only, so that no name reaches a prototype. */
function followPath(root: unknown, path: Reference["path"]): unknown {
  return path.reduce(ownMember, root);
}
