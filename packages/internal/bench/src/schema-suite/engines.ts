/** The JSON Schema validators that are compared: Helve's two, ajv and others. */
import { type Schema, Validator } from "@cfworker/json-schema";
import type { JsonSchema } from "@helve/core";
import { interpretSchema, type SchemaOptions } from "@helve/opentool";
import { compileSchema } from "@helve/opentool/compile-schema";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Draft, RemoteSchema } from "./read-tests.ts";

/** A validator of JSON Schema. */
export interface Engine {
  readonly name: string;
  /**
   * Creates the test of one schema.
   *
   * @throws if the engine refuses the schema
   */
  create(schema: JsonSchema | boolean, draft: Draft, remotes: readonly RemoteSchema[]): (value: unknown) => boolean;
}

/** Helve's engines first. */
export const engines: readonly Engine[] = [
  { name: "compileSchema", create: (schema, ...rest) => compileSchema(schema, helveOptions(...rest)).is },
  { name: "interpretSchema", create: (schema, ...rest) => interpretSchema(schema, helveOptions(...rest)).is },
  {
    name: "ajv",
    create: (schema, draft, remotes) => {
      const ajv = new (draft === "draft-07" ? Ajv : Ajv2020)({ strict: false, logger: false });
      for (const remote of remotes)
        if (ajv.getSchema(remote.uri) === undefined) ajv.addSchema(remote.schema, remote.uri);
      const validate = ajv.compile(schema);
      return (value) => validate(value) === true;
    },
  },
  {
    name: "@cfworker/json-schema",
    create: (schema, draft, remotes) => {
      const validator = new Validator(schema as Schema, draft === "draft-07" ? "7" : draft);
      for (const remote of remotes) validator.addSchema(remote.schema as Schema, remote.uri);
      return (value) => validator.validate(value).valid;
    },
  },
];

/** The options for a draft. Without remote schemas, the option `schemas` is absent. */
function helveOptions(draft: Draft, remotes: readonly RemoteSchema[]): SchemaOptions {
  return { draft, schemas: remotes.length > 0 ? remotes.flatMap(withAddress) : undefined };
}

/** Sets the `$id` of a remote schema to its address; a schema with another `$id` also gets a reference to it at its address. */
function withAddress({ uri, schema }: RemoteSchema): readonly JsonSchema[] {
  const { $id } = schema;
  if (typeof $id !== "string") return [{ $id: uri, ...schema }];
  return new URL($id, uri).href === uri ? [schema] : [schema, { $id: uri, $ref: $id }];
}
