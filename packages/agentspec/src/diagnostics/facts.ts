import type { JsonSchemaType } from "@helve/core";
import type { Literal, Reference, Value } from "../syntax/index.ts";
import { argumentAt, type KnownPart, memberAt } from "./argument-at.ts";
import { bindingOf } from "./binding-of.ts";
import type { Look } from "./look.ts";
import {
  type Bounds,
  boundsOfSchema,
  haveCommon,
  type PlacedSchema,
  typeOfValue,
  typesOfSchema,
  valuesOfSchema,
} from "./schema.ts";

/** What is known of a value that a rule writes, before any action has come; what is absent is not known. */
export interface Facts {
  readonly types?: ReadonlySet<JsonSchemaType>;
  /** The only values it can be, all of them scalars. */
  readonly values?: readonly Scalar[];
  readonly bounds?: Bounds;
}

export type Scalar = Literal["value"];

/** What is known of a value: of a literal all, of a reference what the schema of what it refers to says. */
export function factsOf(value: Value, look: Look): Facts {
  const target = boundTo(value, look);
  if (target.kind === "known") return factsOfPart(target);
  if (target.kind === "unknown") return {};
  const { value: known } = target;
  switch (known.type) {
    case "literal":
      return { types: new Set([typeOfValue(known.value)]), values: [known.value] };
    case "list":
      return { types: new Set(["array"]) };
    case "object":
      return { types: new Set(["object"]) };
    case "reference":
      return factsOfReference(known);
  }
}

/** What a value is that a rule has given a name to; any other value is itself. */
export function unbound(value: Value, look: Look): Value {
  const target = boundTo(value, look);
  return target.kind === "value" ? target.value : value;
}

/** Whether two values can be equal. */
export function canEqual(one: Facts, other: Facts): boolean {
  if (one.types !== undefined && other.types !== undefined && !haveCommon(one.types, other.types)) return false;
  if (one.values !== undefined && other.values !== undefined) {
    return one.values.some((value) => other.values?.includes(value));
  }
  return fitsSome(one, other) && fitsSome(other, one);
}

/** Whether one of the values has one of the types. */
function fitsSome({ values }: Facts, { types }: Facts): boolean {
  if (values === undefined || types === undefined) return true;
  return values.some((value) => {
    const type = typeOfValue(value);
    return types.has(type) || (type === "integer" && types.has("number"));
  });
}

/** What a value comes to: a value that the rule writes, or a part of something that a schema describes. */
export type Target = { readonly kind: "value"; readonly value: Value } | KnownPart | { readonly kind: "unknown" };

const unknown: Target = { kind: "unknown" };

/** Names may stand for names; further than this they are not followed. */
const mostNames = 20;

/** What a value stands for, where it is a name or a part of an argument; any other value is itself. */
export function boundTo(value: Value, look: Look): Target {
  let target = value;
  for (let hops = 0; target.type === "reference" && hops < mostNames; hops++) {
    if (target.root === "args") {
      const found = argumentAt(look, target.path);
      return found.kind === "known" ? found : unknown;
    }
    if (target.root !== "let") return { kind: "value", value: target };
    const [name, ...path] = target.path;
    const bound = bindingOf(look.rule, name)?.value;
    if (bound === undefined) return unknown;
    if (bound.type === "invoke_action") {
      const tool = look.known.tools?.named(bound.tool);
      if (tool?.returns === undefined) return unknown;
      const found = memberAt([{ schema: tool.returns, root: tool.parameters }], path);
      return found.kind === "known" ? found : unknown;
    }
    if (bound.type === "reference") target = { ...bound, path: [...bound.path, ...path] };
    else if (path.length === 0) target = bound;
    else return unknown;
  }
  return target.type === "reference" ? unknown : { kind: "value", value: target };
}

const factsOfParts = new WeakMap<KnownPart, Facts>();

function factsOfPart(part: KnownPart): Facts {
  const facts = factsOfParts.get(part) ?? factsOfSchemas(part.schemas);
  factsOfParts.set(part, facts);
  return facts;
}

function factsOfSchemas(schemas: readonly PlacedSchema[]): Facts {
  const [first, ...others] = schemas;
  if (first === undefined) return {};
  if (others.length === 0) return factsOfSchema(first);
  const types = new Set<JsonSchemaType>();
  for (const schema of schemas) {
    const some = typesOfSchema(schema);
    if (some === undefined) return {};
    for (const type of some) types.add(type);
  }
  return { types };
}

function factsOfSchema(schema: PlacedSchema): Facts {
  const types = typesOfSchema(schema);
  const values = valuesOfSchema(schema);
  return {
    ...(types !== undefined && { types }),
    ...(values?.every(isScalar) && { values: values.filter(isScalar) }),
    bounds: boundsOfSchema(schema),
  };
}

/** Whether a value is what a literal can be. */
export function isScalar(value: unknown): value is Scalar {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

const text: Facts = { types: new Set(["string"]) };

function factsOfReference({ root, path }: Reference): Facts {
  if (root === "prompt" && path.length === 0) return text;
  return root === "action" && path.length === 1 && (path[0] === "name" || path[0] === "id") ? text : {};
}
