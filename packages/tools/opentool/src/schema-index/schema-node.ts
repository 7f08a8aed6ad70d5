/** Defines the index of a JSON Schema: its schemas, and the resources (2020-12 §4.3.5) that they belong to. */
import type { Issue, JsonSchema } from "@helve/core";
import type { Dialect } from "./dialect.ts";
import type { SupportedSchema } from "./supported-schema.ts";

/** A schema at one place of a document, with what its meaning depends on. */
export interface SchemaNode {
  /** The keywords that are in effect. */
  readonly schema: SupportedSchema;
  /** The schema as it was given. */
  readonly source: JsonSchema;
  /** The path from the root of its document. */
  readonly path: readonly PropertyKey[];
  /** The resource that its references are resolved in. */
  readonly resource: SchemaResource;
  readonly children: SchemaNode[];
  readonly issues: Issue[];
  /** The target of `$ref`, after the references were resolved. */
  ref?: ReferenceTarget | undefined;
  /** The first target of `$dynamicRef`. */
  dynamicRef?: ReferenceTarget | undefined;
}

/** The schema that a reference names. */
export interface ReferenceTarget {
  readonly schema: SchemaNode | boolean;
  /** The name of the `$dynamicAnchor` by which it was found. */
  readonly dynamicAnchor?: string;
}

/** A schema with a URI of its own, and the schemas inside it up to the next such schema. */
export interface SchemaResource {
  /** The URI that relative references start from. */
  readonly uri: string;
  readonly root: JsonSchema;
  readonly dialect: Dialect;
  /** The nodes by their source; includes the roots of the resources inside it. */
  readonly nodes: Map<JsonSchema, SchemaNode>;
  readonly anchors: Map<string, SchemaNode>;
  readonly dynamicAnchors: Map<string, SchemaNode>;
}

/** Every schema that was registered, and the schemas that can be registered. */
export interface SchemaRegistry {
  /** The resources by their URI. */
  readonly resources: Map<string, SchemaResource>;
  /** The nodes of the root document. */
  readonly nodes: SchemaNode[];
  /** The schemas of the option `schemas` that are not registered yet. */
  readonly unregistered: JsonSchema[];
  readonly dialect: Dialect;
  /** Returns the dialect of a `$schema`; `undefined` if it is unknown. */
  readonly dialectOf: ($schema: string) => Dialect | undefined;
}
