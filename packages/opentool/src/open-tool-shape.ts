import { type Issue, jsonPointer } from "@helve/core";
import * as z from "zod";
import { schemaTypes } from "./document.ts";
import { isOfType } from "./is-of-type.ts";
import { member, place } from "./place.ts";
import { listed, noun, shown } from "./words.ts";

/** What a document lacks, or has of the wrong type, by the tables of OpenTool 1.0.0 to 2.0.0. Other fields may stand beside these. */
export function shapeIssues(document: unknown): readonly Issue[] {
  const result = openTool.safeParse(document);
  return result.success ? [] : result.error.issues.map((issue) => issueOf(issue, document));
}

const text = z.string();

const schema: z.ZodType = z.looseObject({
  $ref: text.optional(),
  type: z.enum(schemaTypes).optional(),
  description: text.optional(),
  properties: named(z.lazy(() => schema)).optional(),
  items: z.lazy(() => schema).optional(),
  enum: z.array(z.unknown()).optional(),
  required: z.array(text).optional(),
});

const info = z.looseObject({ title: text, description: text.optional(), version: text });

const server = z.looseObject({ url: text, description: text.optional() });

const parameter = z.looseObject({ name: text, description: text.optional(), schema, required: z.boolean() });

const returned = z.looseObject({ name: text, description: text.optional(), schema });

const func = z.looseObject({
  name: text,
  description: text,
  parameters: z.array(parameter),
  return: returned.nullish(),
  stream: named(returned).optional(),
});

const openTool = z.looseObject({
  opentool: text,
  info,
  server: server.optional(),
  functions: z.array(func),
  schemas: named(schema).optional(),
});

/** An object of things by name. As a map, because zod's records leave out a key named `__proto__`. */
function named(value: z.ZodType): z.ZodType {
  const entries = (object: unknown): unknown =>
    isOfType("object", object) ? new Map(Object.entries(Object(object))) : object;
  return z.preprocess(entries, z.map(text, value));
}

function issueOf(issue: z.core.$ZodIssue, document: unknown): Issue {
  const value = issue.path.reduce<unknown>(member, document);
  const { expected, right } = wanted(issue);
  const name = issue.path.length === 0 ? "the document" : place(issue.path);
  const path = jsonPointer(issue.path);
  return value === undefined && issue.path.length > 0
    ? { code: "required", message: `${name} is required (${right})`, path, expected }
    : {
        code: issue.code === "invalid_value" ? "enum" : "type",
        message: `${name} must be ${right} (got ${shown(value)})`,
        path,
        expected,
      };
}

function wanted(issue: z.core.$ZodIssue): { readonly expected: string; readonly right: string } {
  if (issue.code === "invalid_value") {
    const expected = listed(issue.values);
    return { expected, right: `one of ${expected}` };
  }
  const type = issue.code === "invalid_type" && issue.expected !== "map" ? issue.expected : "object";
  return { expected: type, right: noun(type) };
}
