/** Infers which types, values and bounds a value in a rule can have, from literals and the tools' JSON Schemas. */
import type { JsonSchemaType } from "@helve/core";
import { milliseconds } from "@helve/core/internal";
import type { Literal, Reference, Value } from "@helve/core/program";
import { isOptional } from "./expression-key.ts";
import { findBinding, type RuleContext } from "./rule-context.ts";
import {
  boundsOfSchema,
  type FoundSchemas,
  findArgument,
  findStepArgument,
  jsonTypeOf,
  type NumberBounds,
  type RootedSchema,
  schemasAtPath,
  typesOfSchema,
  typesOverlap,
  valuesOfSchema,
} from "./schema-lookup.ts";

/** The statically known types, values and bounds of a value in a rule. An absent property is unknown. */
export interface InferredValue {
  readonly types?: ReadonlySet<JsonSchemaType>;
  /** All values it can have, if they are known and scalar. */
  readonly values?: readonly Scalar[];
  readonly bounds?: NumberBounds;
}

export type Scalar = Literal["value"];

/** Infers the types, values and bounds of a value: exactly for a literal, from the tools' JSON Schemas for a reference. */
export function inferValue(value: Value, context: RuleContext): InferredValue {
  const target = resolveValue(value, context);
  if (target.kind === "known") return inferFromLookup(target);
  if (target.kind === "unknown") return {};
  const { value: resolved } = target;
  switch (resolved.type) {
    case "literal":
      return { types: new Set([jsonTypeOf(resolved.value)]), values: [resolved.value] };
    case "list":
      return { types: new Set(["array"]) };
    case "object":
      return { types: new Set(["object"]) };
    case "reference":
      return inferReference(resolved);
    case "duration":
      return { ...anyNumber, values: [milliseconds(resolved)] };
    case "count":
      return { ...anyNumber, bounds: atLeastZero };
    case "arithmetic":
    case "sum":
      return anyNumber;
    case "last":
      return {};
  }
}

/** Replaces the name of a `let` binding by the bound value; returns any other value unchanged. */
export function resolveBinding(value: Value, context: RuleContext): Value {
  const target = resolveValue(value, context);
  return target.kind === "value" ? target.value : value;
}

/** Whether two values can be equal, by their inferred types and values. */
export function canEqual(left: InferredValue, right: InferredValue): boolean {
  if (left.types !== undefined && right.types !== undefined && !typesOverlap(left.types, right.types)) return false;
  if (left.values !== undefined && right.values !== undefined) {
    return left.values.some((value) => right.values?.includes(value));
  }
  return hasValueOfType(left, right) && hasValueOfType(right, left);
}

/** Whether one of the known values has one of the types. */
function hasValueOfType({ values }: InferredValue, { types }: InferredValue): boolean {
  if (values === undefined || types === undefined) return true;
  return values.some((value) => {
    const type = jsonTypeOf(value);
    return types.has(type) || (type === "integer" && types.has("number"));
  });
}

/** The result of following a reference: a value in the rule, the JSON Schemas of the referenced part, or unknown. */
export type ResolvedValue =
  | { readonly kind: "value"; readonly value: Value }
  | FoundSchemas
  | { readonly kind: "unknown" };

const unknownValue: ResolvedValue = { kind: "unknown" };

/** The maximal number of bindings to follow, since a binding can refer to another one. */
const maxBindings = 20;

/** Follows a reference through `let` bindings, tool arguments and results of invoked tools. */
export function resolveValue(value: Value, context: RuleContext): ResolvedValue {
  let target = value;
  for (let hops = 0; target.type === "reference" && hops < maxBindings; hops++) {
    if (target.root === "args") {
      const found = findArgument(context, target.path);
      return found.kind === "known" ? found : unknownValue;
    }
    if (target.root === "step") {
      const found = findStepArgument(context, context.queryOfStep.get(target), target.path);
      return found.kind === "known" ? found : unknownValue;
    }
    if (target.root !== "let") return { kind: "value", value: target };
    const [name, ...path] = target.path;
    const bound = findBound(name, context);
    if (bound === undefined) return unknownValue;
    if (bound.type === "invoke_action") {
      const tool = context.catalogue.tools?.find(bound.tool);
      if (tool?.returns === undefined) return unknownValue;
      const found = schemasAtPath([{ schema: tool.returns, root: tool.parameters }], path);
      return found.kind === "known" ? found : unknownValue;
    }
    if (bound.type === "reference") target = { ...bound, path: [...bound.path, ...path] };
    else if (path.length === 0) target = bound;
    else return unknownValue;
  }
  return target.type === "reference" ? unknownValue : { kind: "value", value: target };
}

/** The value of a `let` binding of the rule, or before the first rule. */
function findBound(name: string | number | undefined, { rule, sharedBindings }: RuleContext) {
  return (findBinding(rule, name) ?? sharedBindings.get(String(name)))?.value;
}

/** Whether a comparison with a value is false if the value is absent: `args.cc?`, also by the name of a binding. */
export function isOptionalValue(value: Value, context: RuleContext): boolean {
  let target = value;
  for (let hops = 0; target.type === "reference" && target.root === "let" && hops < maxBindings; hops++) {
    const bound = findBound(target.path[0], context);
    if (bound === undefined || bound.type === "invoke_action") return false;
    target = bound;
  }
  return isOptional(target);
}

const inferredFromSchemas = new WeakMap<FoundSchemas, InferredValue>();

/** Infers the types, values and bounds of an argument from the schemas found for it; cached. */
function inferFromLookup(part: FoundSchemas): InferredValue {
  const facts = inferredFromSchemas.get(part) ?? inferFromSchemas(part.schemas);
  inferredFromSchemas.set(part, facts);
  return facts;
}

/** Infers the types that several schemas allow together; a single schema also gives values and bounds. */
function inferFromSchemas(schemas: readonly RootedSchema[]): InferredValue {
  const [first, ...others] = schemas;
  if (first === undefined) return {};
  if (others.length === 0) return inferFromSchema(first);
  const types = new Set<JsonSchemaType>();
  for (const schema of schemas) {
    const some = typesOfSchema(schema);
    if (some === undefined) return {};
    for (const type of some) types.add(type);
  }
  return { types };
}

/** Infers types, values and bounds from one JSON Schema. */
function inferFromSchema(schema: RootedSchema): InferredValue {
  const types = typesOfSchema(schema);
  const values = valuesOfSchema(schema);
  return {
    types,
    values: values?.every(isScalar) ? values.filter(isScalar) : undefined,
    bounds: boundsOfSchema(schema),
  };
}

/** Whether a value is a string, a number, a boolean or null. */
export function isScalar(value: unknown): value is Scalar {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

const anyString: InferredValue = { types: new Set(["string"]) };
const anyList: InferredValue = { types: new Set(["array"]) };
const anyNumber: InferredValue = { types: new Set(["number"]) };
const atLeastZero: NumberBounds = { least: 0, greatest: Infinity, excludesLeast: false, excludesGreatest: false };

/** Infers the type of `prompt` and `now`, and of the name, the id and the repair kinds of the action; other references are unknown. */
function inferReference({ root, path }: Reference): InferredValue {
  if (root === "prompt" && path.length === 0) return anyString;
  if (root === "now" && path.length === 0) return anyNumber;
  if (root !== "action" || path.length !== 1) return {};
  if (path[0] === "repairKinds") return anyList;
  return path[0] === "name" || path[0] === "id" ? anyString : {};
}
