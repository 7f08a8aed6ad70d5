/** Checks the sizes of a schema that OpenAI's strict mode limits. */
import type { JsonSchema } from "@helve/core";
import { allSubschemas } from "../../json-schema.ts";
import { fixedValues } from "../schema-kinds.ts";
import type { SchemaLoss } from "../schema-losses.ts";

const maxProperties = 5000;
const maxNesting = 10;
const maxEnumValues = 1000;
const maxCharacters = 120_000;
/** The most characters in the texts of an `enum` with more than 250 texts. */
const maxEnumCharacters = 15_000;

/** Lists the limits of strict mode that a strict schema exceeds. Limits of one enum and of the nesting are listed with their paths. */
export function schemaLimitLosses(schema: JsonSchema): readonly SchemaLoss[] {
  const parts = allSubschemas(schema);
  const names = parts.flatMap((part) => Object.keys(part.schema.properties ?? {}));
  const values = parts.flatMap((part) => fixedValues(part.schema) ?? []);
  const definitions = Object.keys(schema.$defs ?? {});
  const characters = [...names, ...values, ...definitions].reduce<number>((sum, text) => sum + String(text).length, 0);
  const deepest = largest(parts, ({ path }) => path.filter((part) => part === "properties").length + 1);
  const longest = largest(parts, (part) => enumCharacters(part.schema.enum ?? []));
  const sizes = [
    ["enum", longest, maxEnumCharacters, "characters in the values of one enum"],
    ["properties", { size: names.length, path: [] }, maxProperties, "properties"],
    ["properties", deepest, maxNesting, "levels of objects"],
    ["enum", { size: values.length, path: [] }, maxEnumValues, "enum values"],
    ["properties", { size: characters, path: [] }, maxCharacters, "characters in names and enum values"],
  ] as const;
  return sizes.flatMap(([code, { size, path }, limit, what]) =>
    size > limit ? [{ code, what: `more than ${limit} ${what} (there are ${size})`, path }] : [],
  );
}

type Part = ReturnType<typeof allSubschemas>[number];

/** The greatest size of a part, and its path in the source: unions may be written otherwise there. */
function largest(parts: readonly Part[], sizeOf: (part: Part) => number): { size: number; path: Part["path"] } {
  const sizes = parts.map(sizeOf);
  const size = Math.max(0, ...sizes);
  const path = parts[sizes.indexOf(size)]?.path ?? [];
  const union = path.findIndex((key, index) => key === "anyOf" && path[index - 1] !== "properties");
  return { size, path: union === -1 ? path : path.slice(0, union) };
}

function enumCharacters(values: readonly unknown[]): number {
  const texts = values.filter((value) => typeof value === "string");
  return texts.length > 250 ? texts.join("").length : 0;
}
