/** Merges the members of `allOf` into one schema, for providers that do not accept `allOf`. */
import { canonicalJson, type JsonSchema } from "@helve/core";
import { resolveReference } from "@helve/core/internal";
import { allSubschemas, isSchema } from "../json-schema.ts";
import { isAnnotation } from "../schema-keywords.ts";

/** Removes `allOf`: one that only adds annotations to a reference becomes that reference, another one is merged. */
export function withoutAllOf(schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  return wrappedReference(schema) ?? mergedAllOf(schema, root);
}

/**
 * Merges a schema with the members of its `allOf`.
 *
 * @param root - the schema that references are resolved in
 * @returns `undefined` if no schema without `allOf` accepts the same values; also for a definition whose copies would contain
 *   further copies of it without end, and after many merges in one root
 */
export function mergedAllOf(schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  if (schema.allOf === undefined) return schema;
  const state = stateOf(root);
  // Copies in copies can make the result exponentially larger than the schema.
  if (state.merges++ >= maxMerges) return undefined;
  return mergedMembers(schema, root, state, 0);
}

/** Merges the members of `allOf`. */
function mergedMembers(schema: JsonSchema, root: JsonSchema, state: MergeState, depth: number): JsonSchema | undefined {
  const { allOf, ...own } = schema;
  if (allOf === undefined) return schema;
  if (!Array.isArray(allOf) || depth > maxDepth) return undefined;
  let merged: JsonSchema | undefined = own;
  for (const member of distinctMembers(allOf)) {
    if (merged === undefined) return undefined;
    const plain = mergedMember(member, root, state, depth + 1);
    merged = plain && mergedPair(merged, plain);
  }
  return merged;
}

/** Converts a member of `allOf` without nested `allOf`. */
function mergedMember(member: unknown, root: JsonSchema, state: MergeState, depth: number): JsonSchema | undefined {
  const ref = plainReference(member);
  if (ref !== undefined && state.merged.has(ref)) return state.merged.get(ref);
  if (ref !== undefined) {
    if (isCopiedForever(ref, root, state)) return undefined;
    state.merged.set(ref, undefined);
  }
  const part = resolvedSchema(member, root);
  const plain = part && mergedMembers(part, root, state, depth);
  if (ref !== undefined) state.merged.set(ref, plain);
  return plain;
}

/** The state of the merges in one root. */
interface MergeState {
  merges: number;
  /** The definitions that were merged, by reference. */
  readonly merged: Map<string, JsonSchema | undefined>;
  /** The references that each definition's copy contains copies of. */
  readonly copied: Map<string, readonly string[]>;
}

const states = new WeakMap<JsonSchema, MergeState>();

/** Returns the state of merging schemas of one root. */
function stateOf(root: JsonSchema): MergeState {
  const known = states.get(root);
  if (known !== undefined) return known;
  const state = { merges: 0, merged: new Map(), copied: new Map() };
  states.set(root, state);
  return state;
}

/** So many schemas of one root are merged. */
const maxMerges = 5000;

/** References and members of members are followed up to this depth. */
const maxDepth = 50;

/** Lists the distinct members of `allOf` that constrain something. */
function distinctMembers(allOf: readonly unknown[]): readonly unknown[] {
  const members = allOf.filter((member) => member !== true);
  return [...new Map(members.map((member) => [canonicalJson(member), member])).values()];
}

/** The reference of a schema that has nothing else. */
function plainReference(schema: unknown): string | undefined {
  return isSchema(schema) && typeof schema.$ref === "string" && Object.keys(schema).length === 1
    ? schema.$ref
    : undefined;
}

/** The reference that a schema's `allOf` only adds annotations to, with these annotations. */
function wrappedReference({ allOf, ...own }: JsonSchema): JsonSchema | undefined {
  if (!Array.isArray(allOf) || own.$ref !== undefined || !Object.keys(own).every(isAnnotation)) return undefined;
  const [member, ...others] = distinctMembers(allOf);
  if (others.length > 0 || !isSchema(member) || typeof member.$ref !== "string") return undefined;
  return Object.keys(member).every((keyword) => keyword === "$ref" || isAnnotation(keyword))
    ? { ...member, ...own }
    : undefined;
}

/** Whether a copy of a definition contains an `allOf` that needs another copy of it. */
function isCopiedForever(ref: string, root: JsonSchema, state: MergeState): boolean {
  const found = new Set<string>();
  const pending = [...copiesIn(ref, root, state)];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next === ref) return true;
    if (found.has(next)) continue;
    found.add(next);
    pending.push(...copiesIn(next, root, state));
  }
  return false;
}

/**
 * Lists the references whose targets are copied when a definition is: members of an `allOf`, and what it is only a
 * name for.
 */
function copiesIn(ref: string, root: JsonSchema, state: MergeState): readonly string[] {
  const known = state.copied.get(ref);
  if (known !== undefined) return known;
  const target = resolveReference(ref, root);
  const parts = isSchema(target) ? allSubschemas(target).map(({ schema }) => schema) : [];
  const members = parts.flatMap((part) =>
    Array.isArray(part.allOf) && wrappedReference(part) === undefined ? part.allOf : [],
  );
  const copies = [target, ...members].flatMap((part) =>
    isSchema(part) && typeof part.$ref === "string" ? [part.$ref] : [],
  );
  // A member that wraps a reference is copied, too.
  const wrapped = [target, ...members].flatMap((part) => (isSchema(part) ? (wrappedReference(part)?.$ref ?? []) : []));
  state.copied.set(ref, [...copies, ...wrapped]);
  return [...copies, ...wrapped];
}

/** Returns a schema, or the one that its `$ref` leads to if there are only annotations beside it. */
export function resolvedSchema(schema: unknown, root: JsonSchema): JsonSchema | undefined {
  let target = schema;
  let description: string | undefined;
  for (let step = 0; step < maxDepth && isSchema(target); step++) {
    const { $ref, $defs: _, ...rest }: JsonSchema = target;
    description ??= rest.description;
    if ($ref === undefined) return description === undefined ? target : { ...target, description };
    if (!Object.keys(rest).every(isAnnotation)) return undefined;
    target = resolveReference($ref, root);
  }
  return undefined;
}

/** Merges two schemas without `allOf`; `undefined` if that is not possible without changing what they accept. */
function mergedPair(a: JsonSchema, b: JsonSchema): JsonSchema | undefined {
  if (excludesPropertiesOf(a, b) || excludesPropertiesOf(b, a)) return undefined;
  const merged = new Map<string, unknown>(Object.entries(a));
  for (const [keyword, value] of Object.entries(b)) {
    const merge = mergers.get(keyword);
    if (merge === undefined) return undefined;
    const result = merged.has(keyword) ? merge(merged.get(keyword), value) : value;
    if (result === undefined) return undefined;
    merged.set(keyword, result);
  }
  return Object.fromEntries(merged);
}

/** Whether a schema refuses, or describes in one way for all, a property that only the other one names. */
function excludesPropertiesOf(
  { properties: named = {}, additionalProperties: rest = true }: JsonSchema,
  other: JsonSchema,
): boolean {
  return rest !== true && Object.keys(other.properties ?? {}).some((name) => !Object.hasOwn(named, name));
}

type Merge = (a: unknown, b: unknown) => unknown;

const equal: Merge = (a, b) => (canonicalJson(a) === canonicalJson(b) ? a : undefined);
const first: Merge = (a) => a;
const larger: Merge = (a, b) => Math.max(Number(a), Number(b));
const smaller: Merge = (a, b) => Math.min(Number(a), Number(b));

/** Functions that merge two values of a keyword; a keyword that is not listed can't be merged. */
const mergers: ReadonlyMap<string, Merge> = new Map<string, Merge>([
  ...["description", "title", "$comment", "$defs", "deprecated", "readOnly", "writeOnly"].map(
    (keyword) => [keyword, first] as const,
  ),
  ...["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"].map(
    (keyword) => [keyword, larger] as const,
  ),
  ...["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"].map(
    (keyword) => [keyword, smaller] as const,
  ),
  ...["type", "const", "enum", "pattern", "format", "multipleOf", "items", "anyOf", "oneOf", "not"].map(
    (keyword) => [keyword, equal] as const,
  ),
  ...["default", "examples", "additionalProperties", "uniqueItems"].map((keyword) => [keyword, equal] as const),
  ["required", (a, b) => [...new Set([a, b].flat())]],
  ["properties", mergedProperties],
]);

/** Merges two maps of properties; `undefined` if they describe one property differently. `true` says nothing about it. */
function mergedProperties(a: unknown, b: unknown): unknown {
  const merged = new Map<string, unknown>(Object.entries(Object(a)));
  for (const [name, schema] of Object.entries(Object(b))) {
    const known = merged.get(name);
    if (known === undefined || known === true) merged.set(name, schema);
    else if (schema !== true && equal(known, schema) === undefined) return undefined;
  }
  return Object.fromEntries(merged);
}
