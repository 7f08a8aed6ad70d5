/** Lists the schemas that apply to a value: references, dynamic ones too, and subschemas. */
import type { JsonSchema } from "@helve/core";
import type { SchemaNode, Subschema, SupportedSchema } from "./schema-index.ts";

/**
 * A schema in the dynamic scope in which it is applied (2020-12 §7.1), so that each of its references has one target.
 * The same schema in the same scope is the same object.
 */
export interface SchemaApplication {
  readonly schema: SupportedSchema;
  readonly node: SchemaNode;
  /** Returns the application of a schema in one of the keywords. */
  readonly within: (subschema: Subschema) => SchemaApplication | boolean;
  /** Returns the targets of `$ref` and `$dynamicRef`. */
  readonly references: () => readonly AppliedReference[];
}

/** A reference with its target. */
interface AppliedReference {
  readonly keyword: "$ref" | "$dynamicRef";
  readonly target: SchemaApplication | boolean;
}

/** The outermost schema with each `$dynamicAnchor` on the path from the root to a schema. */
interface DynamicScope {
  readonly anchors: ReadonlyMap<string, SchemaNode>;
  readonly applications: Map<SchemaNode, SchemaApplication>;
}

/** Applies the root schema of an index, in the outermost dynamic scope. */
export function applySchema(root: SchemaNode): SchemaApplication {
  const scopes = new Map<string, DynamicScope>();
  const outermost = scopeWith(new Map());
  return applyNode(root, outermost);

  /** Returns the scope with these anchors; equal anchors share a scope. */
  function scopeWith(anchors: DynamicScope["anchors"]): DynamicScope {
    const key = JSON.stringify([...anchors].map(([name, { resource }]) => [name, resource.uri]).sort());
    const existing = scopes.get(key);
    if (existing !== undefined) return existing;
    const scope = { anchors, applications: new Map() };
    scopes.set(key, scope);
    return scope;
  }

  /** Adds the dynamic anchors of a schema's resource; the anchors of outer resources stay. */
  function enterResource(outer: DynamicScope, { resource }: SchemaNode): DynamicScope {
    const added = [...resource.dynamicAnchors].filter(([name]) => !outer.anchors.has(name));
    return added.length === 0 ? outer : scopeWith(new Map([...outer.anchors, ...added]));
  }

  function applyNode(node: SchemaNode, outer: DynamicScope): SchemaApplication {
    const scope = node.resource.dynamicAnchors.size === 0 ? outer : enterResource(outer, node);
    const existing = scope.applications.get(node);
    if (existing !== undefined) return existing;
    const apply = (target: SchemaNode | boolean): SchemaApplication | boolean =>
      typeof target === "boolean" ? target : applyNode(target, scope);
    const application: SchemaApplication = {
      schema: node.schema,
      node,
      within: (subschema) => apply(typeof subschema === "boolean" ? subschema : nodeOf(subschema, node)),
      references: () => {
        const { ref, dynamicRef } = node;
        const references: AppliedReference[] = [];
        if (ref !== undefined) references.push({ keyword: "$ref", target: apply(ref.schema) });
        if (dynamicRef !== undefined) {
          const { schema, dynamicAnchor } = dynamicRef;
          const outer = dynamicAnchor === undefined ? undefined : scope.anchors.get(dynamicAnchor);
          references.push({ keyword: "$dynamicRef", target: apply(outer ?? schema) });
        }
        return references;
      },
    };
    scope.applications.set(node, application);
    return application;
  }
}

/** Returns the node of a schema inside another. */
function nodeOf(subschema: SupportedSchema, { resource }: SchemaNode): SchemaNode {
  const node = resource.nodes.get(subschema as JsonSchema);
  if (node === undefined) throw new Error("the schema was changed");
  return node;
}

/** A schema that another schema applies to the same value, and the keyword that does so. */
export interface InPlaceApplication {
  readonly keyword: string;
  readonly target: SchemaApplication | boolean;
}

const inPlaceKeywords = ["not", "if", "then", "else", "allOf", "anyOf", "oneOf"] as const;

/** Lists the schemas that a schema applies to the same value (2020-12 §10.2), those of references included. */
export function inPlaceApplications(application: SchemaApplication): readonly InPlaceApplication[] {
  const { schema, within, references } = application;
  const { dependentSchemas = {}, dependencies = {} } = schema;
  return [
    ...references(),
    ...inPlaceKeywords.flatMap((keyword) =>
      [schema[keyword] ?? []].flat().map((part) => ({ keyword, target: within(part) })),
    ),
    ...Object.values(dependentSchemas).map((part) => ({ keyword: "dependentSchemas", target: within(part) })),
    ...Object.values(dependencies).flatMap((part) =>
      isNameList(part) ? [] : [{ keyword: "dependencies", target: within(part) }],
    ),
  ];
}

/** Whether a member of `dependencies` is a list of names, not a schema. */
export function isNameList(part: Subschema | readonly string[]): part is readonly string[] {
  return Array.isArray(part);
}
