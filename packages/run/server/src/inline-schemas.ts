import { ownMember, pointerParts, withoutUndefined } from "@helve/core/internal";
import type { OpenTool, Schema, TypedSchema } from "@helve/opentool";

/**
 * Replaces the references of a document by the schemas that they name, as the servers of other SDKs do. A reference remains where
 * inlining doesn't end (a tree), where the reference itself has constraints, and after ten thousand schemas. The document keeps its
 * `schemas`.
 */
export function inlineSchemas(document: OpenTool): OpenTool {
  const { schemas } = document;
  if (schemas === undefined) return document;
  const inliner = new Inliner(schemas);
  const inlined = <Holder extends { readonly schema: Schema }>(holder: Holder): Holder => ({
    ...holder,
    schema: inliner.inline(holder.schema, []),
  });
  return {
    ...document,
    functions: document.functions.map((fn) =>
      withoutUndefined({
        ...fn,
        parameters: fn.parameters.map(inlined),
        return: fn.return && inlined(fn.return),
        stream: fn.stream && mapMembers(fn.stream, inlined),
      }),
    ),
  };
}

class Inliner {
  readonly #schemas: NonNullable<OpenTool["schemas"]>;
  #remaining = 10_000;

  constructor(schemas: NonNullable<OpenTool["schemas"]>) {
    this.#schemas = schemas;
  }

  /** @param open - the names of the schemas that are being inlined */
  inline(schema: Schema, open: readonly string[]): Schema {
    if (!("$ref" in schema)) return this.#inlineParts(schema, open);
    const { $ref, ...rest } = schema;
    const [, name = ""] = /^#\/schemas\/[^/]+$/.test($ref) ? pointerParts($ref) : [];
    const target = ownMember(this.#schemas, name) as Schema | undefined;
    const hasConstraints = Object.keys(rest).some((key) => !annotations.has(key));
    if (target === undefined || hasConstraints || open.includes(name) || this.#remaining-- <= 0) return schema;
    return { ...this.inline(target, [...open, name]), ...rest };
  }

  #inlineParts(schema: TypedSchema, open: readonly string[]): Schema {
    const { properties, items } = schema;
    if (properties === undefined && items === undefined) return schema;
    return withoutUndefined({
      ...schema,
      properties: properties && mapMembers(properties, (member) => this.inline(member, open)),
      items: items && this.inline(items, open),
    });
  }
}

/** Keywords that constrain nothing. */
const annotations: ReadonlySet<string> = new Set(["description", "title", "default", "examples", "deprecated"]);

function mapMembers<Value>(
  members: Readonly<Record<string, Value>>,
  map: (value: Value) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, map(value)]));
}
