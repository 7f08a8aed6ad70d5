// Checks the sizes of a schema that OpenAI's strict mode limits.

import type { JsonSchema } from "@helve/core";
import { allSubschemas } from "../../json-schema.ts";
import type { SchemaLoss } from "../schema-losses.ts";

const maxProperties = 5000;
const maxNesting = 10;
const maxEnumValues = 1000;
const maxCharacters = 120_000;
/** The characters in the texts of one `enum` that has more than 250 of them. */
const maxEnumCharacters = 15_000;

/** Lists the limits of strict mode that a strict schema exceeds. */
export function schemaLimitLosses(schema: JsonSchema): readonly SchemaLoss[] {
  const parts = allSubschemas(schema);
  const names = parts.flatMap((part) => Object.keys(part.schema.properties ?? {}));
  const values = parts.flatMap((part) => part.schema.enum ?? []);
  const definitions = Object.keys(schema.$defs ?? {});
  const nesting = Math.max(...parts.map(({ path }) => path.filter((part) => part === "properties").length + 1));
  const characters = [...names, ...values, ...definitions].reduce<number>((sum, text) => sum + String(text).length, 0);
  const largest = Math.max(0, ...parts.map((part) => enumCharacters(part.schema.enum ?? [])));
  const sizes = [
    ["enum", largest, maxEnumCharacters, "characters in the values of one enum"],
    ["properties", names.length, maxProperties, "properties"],
    ["properties", nesting, maxNesting, "levels of objects"],
    ["enum", values.length, maxEnumValues, "enum values"],
    ["properties", characters, maxCharacters, "characters in names and enum values"],
  ] as const;
  return sizes.flatMap(([code, size, limit, what]) =>
    size > limit ? [{ code, what: `more than ${limit} ${what} (there are ${size})`, path: [] }] : [],
  );
}

function enumCharacters(values: readonly unknown[]): number {
  const texts = values.filter((value) => typeof value === "string");
  return texts.length > 250 ? texts.join("").length : 0;
}
