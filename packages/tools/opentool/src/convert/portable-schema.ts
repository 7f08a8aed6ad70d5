/** Converts a JSON Schema to the form that every provider's conversion starts from: 2020-12, with all references to `$defs`. */
import type { JsonSchema } from "@helve/core";
import { referencePath, resolveReference, withoutUndefined } from "@helve/core/internal";
import { allSubschemas, hasSingleBase, isSchema } from "../json-schema.ts";
import { toDraft2020 } from "../schema-drafts.ts";
import { mapSubschemas } from "../schema-keywords.ts";
import { definitionReference, positionalReference } from "../schema-references.ts";

/**
 * Converts a schema of draft-07 or 2020-12 to 2020-12 without `$schema`. Every local reference leads to a schema directly
 * in `$defs`. The schema accepts the same values as before.
 *
 * References within a schema with its own `$id` and references to other documents are unchanged.
 */
export function portableSchema(root: JsonSchema): JsonSchema {
  const { $schema: _, ...schema } = toDraft2020(root);
  return hasSingleBase(allSubschemas(schema)) ? withDefinitions(schema) : schema;
}

/** Moves the targets of all local references to `$defs`, unless they are there already. */
function withDefinitions(root: JsonSchema): JsonSchema {
  const { $defs = {}, definitions: _, ...body } = root;
  const names = new Map<string, string>();
  const taken = new Set(Object.keys($defs));
  const moved: [string, JsonSchema | boolean][] = [];
  const anchors = anchoredSchemas(root);
  const rewrite = (schema: JsonSchema | boolean): JsonSchema | boolean => {
    if (typeof schema === "boolean") return schema;
    const {
      $defs: _,
      definitions: __,
      $anchor: ___,
      $dynamicAnchor: ____,
      ...copy
    } = mapSubschemas(withoutVacuousNames(withStaticReference(schema)), rewrite);
    return copy.$ref === undefined ? copy : { ...copy, $ref: toDefinition(copy.$ref) };
  };
  const toDefinition = (ref: string): string => {
    const [place, name = "", ...deeper] = ref.startsWith("#/") ? referencePath(ref) : ["#", ref.slice(1)];
    if (place === "$defs" && deeper.length === 0) return ref;
    const known = names.get(ref);
    if (known !== undefined) return definitionReference(known);
    const anchored = anchors.get(ref.slice(1));
    const target =
      ref === "#"
        ? body
        : (anchored ?? resolveReference(ref, root) ?? resolveReference(positionalReference(ref), root));
    if (!isSchema(target) && typeof target !== "boolean") return ref;
    const unused = unusedName(deeper.at(-1) ?? (name === "" ? "root" : name), taken);
    names.set(ref, unused);
    taken.add(unused);
    moved.push([unused, rewrite(target)]);
    return definitionReference(unused);
  };
  const schema = Object(rewrite(body)) as JsonSchema;
  const kept = Object.entries($defs).map(([name, definition]): [string, JsonSchema | boolean] => [
    name,
    rewrite(definition),
  ]);
  const used = usedDefinitions(schema, new Map([...kept, ...moved]));
  return { ...schema, ...withoutUndefined({ $defs: used.length > 0 ? Object.fromEntries(used) : undefined }) };
}

/** The schemas that have an anchor, by its name. */
function anchoredSchemas(root: JsonSchema): ReadonlyMap<unknown, JsonSchema> {
  return new Map(
    allSubschemas(root).flatMap(({ schema }) => [
      [schema["$dynamicAnchor"], schema] as const,
      [schema["$anchor"], schema] as const,
    ]),
  );
}

/** Replaces a dynamic reference by a static one, which is equivalent within one document. */
function withStaticReference(schema: JsonSchema): JsonSchema {
  const { $dynamicRef, ...others } = schema;
  return typeof $dynamicRef === "string" && schema.$ref === undefined ? { ...others, $ref: $dynamicRef } : schema;
}

/** Removes `propertyNames: { "type": "string" }`, which zod writes for each record: every name is a string. */
function withoutVacuousNames(schema: JsonSchema): JsonSchema {
  const { propertyNames, ...others } = schema;
  return isSchema(propertyNames) && JSON.stringify(propertyNames) === '{"type":"string"}' ? others : schema;
}

/** The definitions that a schema refers to, directly or through others, in their order. */
function usedDefinitions(
  schema: JsonSchema,
  definitions: ReadonlyMap<string, JsonSchema | boolean>,
): readonly (readonly [string, JsonSchema | boolean])[] {
  const used = new Set<string>();
  const pending: (JsonSchema | boolean)[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "boolean") continue;
    for (const { schema: part } of allSubschemas(next)) {
      const [, name] = typeof part.$ref === "string" ? referencePath(part.$ref) : [];
      const definition = name === undefined || used.has(name) ? undefined : definitions.get(name);
      if (name === undefined || definition === undefined) continue;
      used.add(name);
      pending.push(definition);
    }
  }
  return [...definitions].filter(([name]) => used.has(name));
}

/** The name, or the name with the first number that makes it new. */
function unusedName(name: string, taken: ReadonlySet<string>): string {
  const plain = name.replace(/[^A-Za-z0-9_.-]/g, "_");
  let unused = plain;
  for (let number = 2; taken.has(unused); number++) unused = `${plain}_${number}`;
  return unused;
}
