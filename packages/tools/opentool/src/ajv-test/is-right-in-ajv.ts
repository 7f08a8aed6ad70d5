/** Decides which schemas ajv evaluates as JSON Schema defines. */
import { isSchema } from "../json-schema.ts";
import type { SchemaNode } from "../schema-index.ts";
import { isAnnotation } from "../schema-keywords.ts";

/**
 * Whether ajv accepts the same values as the interpreter, in a time that doesn't grow exponentially with the value's depth.
 *
 * @param root - from `indexSchema`
 */
export function isRightInAjv(root: SchemaNode): boolean {
  const nodes = new Set([root]);
  const pending = [root];
  let remaining = maxNodes;
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (--remaining < 0) return false;
    for (const child of node.children) nodes.add(child);
    pending.push(...node.children);
  }
  return [...nodes].every((node) => isNodeRight(node, root, nodes) && !isExponential(node));
}

/**
 * Ajv takes seconds to compile more schemas. An object that is used twice counts twice, so a schema that contains itself has
 * more.
 */
const maxNodes = 10_000;

/** Keywords that ajv evaluates wrongly, or that only some drafts define. */
const wrongKeywords = new Set([
  // The result for an empty list depends on an earlier list.
  ...["contains", "minContains", "maxContains"],
  // Binary fractions are divided: 0.3 isn't a multiple of 0.1.
  "multipleOf",
  // Objects with a member `valueOf` or `toString` differ from every other object, and the time is quadratic.
  "uniqueItems",
  // Members that `contains` and `if` evaluate are missed.
  ...["unevaluatedItems", "unevaluatedProperties"],
  // Members named `__proto__` are skipped.
  ...["dependencies", "dependentRequired", "dependentSchemas"],
  // Scopes are resolved wrongly.
  ...["$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveAnchor"],
  // Positional items of draft-07, which 2020-12 ignores.
  "additionalItems",
]);

/** Whether ajv evaluates the keywords of one schema correctly. */
function isNodeRight(node: SchemaNode, root: SchemaNode, nodes: ReadonlySet<SchemaNode>): boolean {
  const { schema, source, resource, ref } = node;
  const { const: only, enum: choices = [only], required = [], properties, patternProperties, format } = schema;
  const names = [...Object.keys({ ...properties, ...patternProperties }), ...required, format ?? ""];
  return (
    // The draft or the vocabulary ignores no keyword that ajv evaluates.
    Object.keys(source).every((keyword) => Object.hasOwn(schema, keyword) || isAnnotation(keyword)) &&
    !Object.keys(source).some((keyword) => wrongKeywords.has(keyword)) &&
    // A schema with its own `$id` is another resource.
    resource === root.resource &&
    (ref === undefined || isReferenceRight(schema.$ref, ref.schema, nodes)) &&
    // `ajvSchema` moves `items` if there are `prefixItems`, so a reference to it would name another schema.
    (schema.prefixItems === undefined || !isSchema(schema.items)) &&
    !Array.isArray(schema.items) &&
    !names.some((name) => name in Object.prototype) &&
    // Ajv compares objects as for `uniqueItems`, and doesn't compile an empty list of choices.
    choices.length > 0 &&
    [only, ...choices].every((choice) => typeof choice !== "object" || choice === null)
  );
}

/** Whether a reference names a schema inside the root without an encoding, which ajv may decode twice. */
function isReferenceRight($ref = "", target: SchemaNode | boolean, nodes: ReadonlySet<SchemaNode>): boolean {
  return /^#(?:\/[\w$~.-]+)*$/.test($ref) && typeof target === "object" && nodes.has(target);
}

/**
 * Whether two schemas lead back to the schema that applies both to the same value. Ajv evaluates each level of a value twice
 * as often as the level above; the interpreter caches results.
 */
function isExponential(node: SchemaNode): boolean {
  const applied = appliedInPlace(node);
  const others = node.children.filter((child) => !applied.includes(child));
  const paths = [...applied.map((part) => [part]), others];
  return applied.length > 0 && paths.filter((parts) => leadsTo(node, parts)).length > 1;
}

/** Lists the schemas that a schema applies to the same value. */
function appliedInPlace({ schema, resource, ref }: SchemaNode): readonly SchemaNode[] {
  const { not, if: condition, then: yes, else: no, allOf = [], anyOf = [], oneOf = [] } = schema;
  const parts = [not, condition, yes, no, ...allOf, ...anyOf, ...oneOf].filter(isSchema);
  return [...parts.map((part) => resource.nodes.get(part)), ref?.schema].filter((part) => typeof part === "object");
}

/** Whether one of some schemas contains or refers to a schema, directly or indirectly. */
function leadsTo(target: SchemaNode, from: readonly SchemaNode[]): boolean {
  const reached = new Set(from);
  // The loop also visits nodes that are added while it runs.
  for (const node of reached) {
    if (node === target) return true;
    for (const child of node.children) reached.add(child);
    if (typeof node.ref?.schema === "object") reached.add(node.ref.schema);
  }
  return false;
}
