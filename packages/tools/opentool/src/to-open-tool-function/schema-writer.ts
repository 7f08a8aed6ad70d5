/** The state of converting a JSON Schema to OpenTool, and the losses of the conversion. */
import type { Issue } from "@helve/core";
import { jsonPointer, withoutUndefined } from "@helve/core/internal";
import { pathText } from "../json-path.ts";
import { valueText } from "../value-text.ts";
import type { ReferenceBase, SchemaLoss, SchemaPart } from "./flatten-schema.ts";

/** The state of converting one JSON Schema. */
export interface SchemaWriter {
  readonly base: ReferenceBase;
  /** Whether the root describes all arguments of a function, which are always closed. */
  readonly isArguments: boolean;
  /** Returns the reference to a schema of the document. Absent if references are inlined. */
  readonly documentReference?: (ref: string) => string;
  /** How many schemas the result may still have. */
  readonly budget: { remaining: number };
  /** By message, because a definition that is used twice is lost once. */
  readonly losses: Map<string, Issue>;
}

/** Creates the state for converting a JSON Schema. */
export function createSchemaWriter(
  base: ReferenceBase,
  documentReference: SchemaWriter["documentReference"],
): SchemaWriter {
  return withoutUndefined({
    base,
    isArguments: false,
    documentReference,
    budget: { remaining: maxSchemas },
    losses: new Map(),
  });
}

/** How many schemas the result may have: references written out can grow without end. */
const maxSchemas = 10_000;

const expressibleKeywords = new Set([
  "type",
  "description",
  "properties",
  "items",
  "enum",
  "const",
  "required",
  "additionalProperties",
]);
for (const keyword of ["$ref", "allOf", "anyOf", "oneOf", "prefixItems"]) expressibleKeywords.add(keyword);
/** Nothing that a reader of the document would miss. */
const ignoredKeywords = new Set(["$schema", "$id", "$anchor", "$comment", "$defs", "definitions", "title"]);

/** Adds a loss for each keyword that OpenTool can't represent, and for keywords that two schemas define differently. */
export function reportLostKeywords(parts: readonly SchemaPart[], depth: number, writer: SchemaWriter): void {
  const before = new Map<string, unknown>();
  // Arguments are closed and nested objects are open; OpenTool can't represent the opposite.
  const impliedOpenness = !(writer.isArguments && depth === 0);
  for (const { schema, path } of parts) {
    for (const [keyword, value] of Object.entries(schema)) {
      const isRepresented =
        keyword === "additionalProperties"
          ? value === impliedOpenness
          : expressibleKeywords.has(keyword) || ignoredKeywords.has(keyword);
      if (!isRepresented) addLoss({ path, keyword, ...lossDescription(keyword, value) }, writer);
      if (/^(?:type|items|enum|const)$/.test(keyword)) {
        if (before.has(keyword) && before.get(keyword) !== value) addLoss({ path, keyword }, writer);
        else before.set(keyword, value);
      }
    }
  }
}

/** Describes a lost keyword with its value, if the value is short: `"minimum": 0`. */
export function lossDescription(keyword: string, value: unknown): { readonly what?: string } {
  if (keyword === "additionalProperties") {
    return { what: `that there may be ${value === false ? "no " : ""}other properties` };
  }
  return typeof value === "object" && value !== null ? {} : { what: `"${keyword}": ${valueText(value)}` };
}

/** Adds a loss with its message and JSON pointer. */
export function addLoss(
  { path, keyword, code = keyword ?? "", what = `"${keyword}"` }: SchemaLoss,
  writer: SchemaWriter,
): void {
  const pointer = jsonPointer(keyword === undefined ? path : [...path, keyword]);
  const message = `${pathText(path)}: other readers of OpenTool ignore ${what}`;
  writer.losses.set(message, { code, message, path: pointer });
}
