import type { JsonSchema } from "@helve/core";
import { schemaValidator } from "@helve/opentool";
import type { Fit } from "./run.ts";
import type { Layer } from "./shape.ts";

/** Whether a value fits what a schema asks of numbers and texts; another value does. */
export function scalarFit(value: unknown, { schema, pattern }: Layer): Fit {
  if (typeof value === "number") return numberFit(value, schema);
  if (typeof value !== "string") return "yes";
  return pattern?.test(value) === false ? "no" : textFit(value, schema);
}

function numberFit(value: number, schema: JsonSchema): Fit {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as Numeric;
  if (value < (minimum ?? value) || value > (maximum ?? value)) return "no";
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return "no";
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return "no";
  if (multipleOf === undefined) return "yes";
  // Of binary fractions it is hard to say.
  if (!Number.isSafeInteger(value) || !Number.isSafeInteger(multipleOf)) return "maybe";
  return value % multipleOf === 0 ? "yes" : "no";
}

type Numeric = Readonly<Record<string, number | undefined>>;

function textFit(text: string, schema: JsonSchema): Fit {
  const { minLength, maxLength } = schema as Numeric;
  if (minLength !== undefined || maxLength !== undefined) {
    const length = lengthOf(text);
    if (length < (minLength ?? 0) || length > (maxLength ?? length)) return "no";
  }
  const { format } = schema;
  return typeof format !== "string" || hasFormat(text, format) ? "yes" : "no";
}

/** In code points. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

function hasFormat(text: string, format: string): boolean {
  const schema = formatSchemas.get(format);
  return schema === undefined || schemaValidator(schema)(text).length === 0;
}

/** The formats that validation knows; any other is ignored. */
const formatSchemas: ReadonlyMap<string, JsonSchema> = new Map(
  ["date", "time", "date-time", "email", "uri", "uuid", "ipv4"].map((format) => [format, { type: "string", format }]),
);
