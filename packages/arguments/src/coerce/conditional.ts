import type { JsonSchema } from "@helve/core";
import { fitOf } from "./fit.ts";
import type { Run } from "./run.ts";
import type { Subschema } from "./shape.ts";

/** What an `if` adds to a schema for a value; `undefined` for nothing, or where it is uncertain whether it holds. */
export function conditional(value: unknown, schema: JsonSchema, run: Run): Subschema | undefined {
  if (schema["if"] === undefined) return undefined;
  const { if: condition, then: yes, else: no } = schema as Readonly<Record<string, Subschema>>;
  const holds = fitOf(value, condition ?? true, run);
  if (holds === "maybe") return undefined;
  return holds === "yes" ? yes : no;
}
