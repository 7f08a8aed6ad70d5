/** Caches validators by the schema object. */
import type { JsonSchema } from "@helve/core";
import type { SchemaValidator } from "./create-validator.ts";
import type { SchemaOptions } from "./schema-options.ts";

type CreateValidator = (schema: JsonSchema | boolean, options: SchemaOptions) => SchemaValidator;

/** Wraps a function so that it creates one validator for each schema object and options; none with `schemas` is cached. */
export function cachedBySchema(create: CreateValidator): CreateValidator {
  const caches = Array.from({ length: 4 }, () => new WeakMap<JsonSchema, SchemaValidator>());
  return (schema, options) => {
    const cache = caches[(options.draft === "draft-07" ? 2 : 0) + (options.assertFormats === true ? 1 : 0)];
    if (typeof schema !== "object" || schema === null || options.schemas !== undefined || cache === undefined)
      return create(schema, options);
    const cached = cache.get(schema);
    if (cached !== undefined) return cached;
    const validator = create(schema, options);
    cache.set(schema, validator);
    return validator;
  };
}
