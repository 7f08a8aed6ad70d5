import type { JsonSchema } from "@helve/core";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";

/** A Standard Schema that the model reads and that types the values. It accepts everything, because Helve decodes and validates the arguments. */
export interface PassthroughSchema<Value> extends StandardSchemaV1<Value, Value>, StandardJSONSchemaV1<Value, Value> {
  readonly "~standard": StandardSchemaV1.Props<Value, Value> & StandardJSONSchemaV1.Props<Value, Value>;
  /** Absent: its type tells SDKs that this is no plain JSON Schema, whose values they don't infer. */
  readonly type?: symbol;
}

/** Creates such a schema. @param schema - what the model reads */
export function passthroughSchema<Value>(schema: JsonSchema): PassthroughSchema<Value> {
  const jsonSchema = (): Record<string, unknown> => schema as Record<string, unknown>;
  return {
    "~standard": {
      version: 1,
      vendor: "helve",
      validate: (value) => ({ value: value as Value }),
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  };
}
