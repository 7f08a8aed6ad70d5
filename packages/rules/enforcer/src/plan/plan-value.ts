/** Compiles a value of a rule, such as `args.to[0]` or `["a", "b"]`, to a constant or a function that reads it. */
import { jsonPointer, milliseconds } from "@helve/core/internal";
import type { Binding, LastStep, Reference, StepQuery, Value } from "@helve/core/program";
import { formatValue } from "../describe.ts";
import { HistoryIndex } from "../history/history-index.ts";
import { followPath, stepParts } from "../history/step-values.ts";
import { calculate, Interval, UnknownValue } from "../history/uncertain-value.ts";
import type { RuleVariables } from "../rule-variables.ts";
import { PlanFault } from "./plan-fault.ts";
import { countValue, lastMatches, matchSteps, type PlannedStepQuery, sumValue } from "./step-matches.ts";

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
  /** Whether a comparison with it is false, not unknown, if it is missing. */
  readonly isOptional?: boolean;
  /** Reads the value; `undefined` if it is missing. */
  read(variables: RuleVariables): unknown;
}

/** The names that the values of a rule may refer to. */
export interface ValueScope {
  /** The values of the rule's `let` names. */
  readonly bindings: ReadonlyMap<string, Value>;
  /** The references of all rules by their text, so that equal references share one object. */
  readonly references: Map<string, PlannedValue>;
  /** Whether `step` can be read: in `where` and `sum`. */
  readonly hasStep?: boolean;
  /** Compiles a step query. @param part - what is summed, or the part of the last step that is read */
  planStepQuery(query: StepQuery, part?: Value): PlannedStepQuery;
}

/**
 * Compiles a value of a rule. `let` names are resolved now, since they are bound to the same value for every action.
 *
 * @throws PlanFault for an unknown name, and a value that is too large or nested too deeply
 */
export function planValue(value: Value, scope: ValueScope): PlannedValue {
  if (value.type !== "reference" || value.root === "let") return planUnshared(value, scope);
  const text = formatValue(value);
  const planned = scope.references.get(text) ?? planUnshared(value, scope);
  if (value.root !== "step") scope.references.set(text, planned);
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
  history: { index: new HistoryIndex([]), length: 0, inFlight: [] },
};

/** The maximum number of parts of a value, `let` names included. */
const maxParts = 100_000;

/** The maximum depth of a value. The language allows 100, but names may be bound to nested values that refer to others. */
const maxDepth = 500;

/** Compiles a value without looking for a compiled one to reuse. */
function planUnshared(value: Value, scope: ValueScope): PlannedValue {
  return { ...compileValue(value, { scope, parts: 0 }, 0), text: formatValue(value) };
}

type CompiledValue = Omit<PlannedValue, "text">;

interface Compilation {
  readonly scope: ValueScope;
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
      return foldConstant(items, identity, (variables) => unlessUnknown(items.map((item) => item.read(variables))));
    }
    case "object": {
      const entries = value.entries.map(
        (entry) => [entry.key, compileValue(entry.value, compilation, depth + 1)] as const,
      );
      const members = entries.map(([, member]) => member);
      const identity = `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${member.identity}`).join(",")}}`;
      return foldConstant(members, identity, (variables) => {
        const values = unlessUnknown(entries.map(([, member]) => member.read(variables)));
        if (values instanceof UnknownValue) return values;
        return Object.fromEntries(entries.map(([key], index) => [key, values[index]]));
      });
    }
    case "reference":
      return value.root === "let"
        ? compileLetReference(value, compilation, depth)
        : compileReference(value, compilation);
    case "arithmetic": {
      const { operator } = value;
      const left = compileValue(value.left, compilation, depth + 1);
      const right = compileValue(value.right, compilation, depth + 1);
      const identity = `(${left.identity}${operator}${right.identity})`;
      const compiled = foldConstant([left, right], identity, (variables) =>
        calculate(operator, left.read(variables), right.read(variables)),
      );
      return left.isOptional === true || right.isOptional === true ? { ...compiled, isOptional: true } : compiled;
    }
    case "duration":
      return constantValue(milliseconds(value));
    case "count": {
      const query = planQuery(value.steps, compilation);
      return stepValue(value, query, (variables) => countValue(matchSteps(query, variables)));
    }
    case "sum": {
      const query = planQuery(value.steps, compilation, value.value);
      return stepValue(value, query, (variables) => sumValue(matchSteps(query, variables)));
    }
    case "last":
      return compileLast(value, compilation);
    default:
      throw new PlanFault("unknown_part", `this engine does not know values of type "${(value as Value).type}"`);
  }
}

/** Compiles a list or object; a constant if all its parts are. */
function foldConstant(parts: readonly CompiledValue[], identity: string, read: CompiledValue["read"]): CompiledValue {
  const isConstant = parts.every((part) => part.isConstant);
  return isConstant ? constantValue(read(noVariables)) : { isConstant, identity, read };
}

/** Creates a compiled constant. */
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
  const bound = compilation.scope.bindings.get(String(name));
  if (bound === undefined) throw new PlanFault("unknown_binding", `there is no let "${String(name)}" before it`);
  let value = bound;
  for (const [index, key] of path.entries()) {
    if (value.type === "reference" || value.type === "last") {
      return compileValue({ ...value, path: [...value.path, ...path.slice(index)] }, compilation, depth + 1);
    }
    const member = findMember(value, key);
    if (member === undefined) return constantValue(undefined);
    value = member;
  }
  return compileValue(value, compilation, depth + 1);
}

/** The item or member of a list or object literal; `undefined` if not found. */
function findMember(value: Exclude<Value, Reference | LastStep>, key: string | number): Value | undefined {
  switch (value.type) {
    case "list":
      return value.items[Number(key)];
    case "object":
      return value.entries.find((entry) => entry.key === String(key))?.value;
    default:
      return undefined;
  }
}

/** Compiles a reference to a variable, such as `args.to[0]`. */
function compileReference({ root, path, optional }: Reference, { scope }: Compilation): CompiledValue {
  const isOptional = optional === true;
  if (root === "step") return compileStepReference(path, isOptional, scope);
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
  const compiled = { isConstant: false, identity, read, isOptional: isOptional || undefined };
  return root === "args" ? { ...compiled, path: jsonPointer(path) } : compiled;
}

const variableReaders = new Map<string, (variables: RuleVariables) => unknown>([
  ["args", ({ action }) => action.args],
  ["action", ({ action }) => action],
  ["prompt", ({ prompt }) => prompt],
  ["trajectory", ({ trajectory }) => trajectory],
  ["state", ({ state }) => state],
  ["observation", ({ observation }) => observation],
  ["before", ({ before }) => before],
  ["after", ({ after }) => after],
  ["now", ({ now }) => now],
]);

const none: readonly never[] = Object.freeze([]);

/** Compiles `step.args.to`: a part of the earlier step for which a condition is evaluated. */
function compileStepReference(
  path: Reference["path"],
  isOptional: boolean,
  { hasStep = false }: ValueScope,
): CompiledValue {
  if (!hasStep) throw new PlanFault("misplaced_name", "step can be used only in where and sum");
  checkStepPath("step", path);
  const text = stepText(path);
  const read: CompiledValue["read"] = ({ step }) => step?.get(text);
  return { isConstant: false, identity: text, read, isOptional: isOptional || undefined };
}

/** Writes a reference to a step's part as the key of an index. */
export function stepText(path: Reference["path"]): string {
  return `step${JSON.stringify(path)}`;
}

/** Throws if a step has no part of this name. */
function checkStepPath(name: string, [part]: Reference["path"]): void {
  if (part === undefined || stepParts.includes(String(part))) return;
  throw new PlanFault("unknown_part", `${name} has no ${part}: it has ${stepParts.join(", ")}`);
}

/** Compiles `last(Tests.Run).status`. */
function compileLast(value: LastStep, compilation: Compilation): CompiledValue {
  const { path, steps, range, optional } = value;
  checkStepPath("a step", path);
  const query = planQuery(steps, compilation, { type: "reference", root: "step", path, range });
  const text = stepText(path);
  const read: CompiledValue["read"] = (variables) => {
    const matches = matchSteps(query, variables);
    const { certain, maybe } = lastMatches(matches);
    if (maybe !== certain) return new UnknownValue("is not known, because a later step may match");
    if (certain !== undefined) return certain.values.get(text);
    return matches.areSomeForgotten ? new UnknownValue("is not known, because older steps were forgotten") : undefined;
  };
  return { ...stepValue(value, query, read), isOptional: optional };
}

/** Compiles a step query; a query within a query is refused. */
function planQuery(steps: StepQuery, { scope }: Compilation, part?: Value): PlannedStepQuery {
  if (scope.hasStep === true) throw new PlanFault("nested_query", "where and sum can't ask about other steps");
  return scope.planStepQuery(steps, part);
}

/** Creates a compiled value that a step query computes. */
function stepValue(value: Value, { indexed }: PlannedStepQuery, read: CompiledValue["read"]): CompiledValue {
  return { isConstant: false, identity: `${value.type} ${indexed.identity}`, read };
}

/** Returns the values, or the first one that is not exactly known. */
function unlessUnknown(values: readonly unknown[]): readonly unknown[] | UnknownValue {
  for (const value of values) {
    if (value instanceof UnknownValue) return value;
    if (value instanceof Interval) return new UnknownValue("is not known exactly");
  }
  return values;
}
