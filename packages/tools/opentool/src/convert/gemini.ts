/** Converts tools and OpenTool documents to Gemini function declarations, and these to documents. */
import type { JsonSchema } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import type { OpenTool } from "../document.ts";
import { documentOf, type ForeignTool, type FromTools, type FromToolsOptions } from "./foreign-document.ts";
import {
  type ForeignReader,
  type Path,
  readObject,
  readOptionalString,
  readString,
  reportUnknownFields,
} from "./foreign-reader.ts";
import { fromGeminiJsonSchema, fromGeminiSchema, toGeminiArguments, toGeminiSchema } from "./gemini-schema.ts";
import { portableSchema } from "./portable-schema.ts";
import { describesResult } from "./result-schema.ts";
import type { SchemaWriter } from "./schema-losses.ts";
import { convertTools, type ReportLosses, type ToolSource, type ToTools } from "./tool-source.ts";

/** A function declaration of Gemini; a list of them is the `functionDeclarations` of a tool. */
export interface GeminiFunction {
  readonly name: string;
  readonly description: string;
  /** Absent for a function without parameters. */
  readonly parametersJsonSchema?: JsonSchema;
  readonly responseJsonSchema?: JsonSchema;
}

/**
 * Converts tools, or the functions of a document, to Gemini function declarations with JSON Schemas
 * (`parametersJsonSchema`). Gemini ignores some keywords of JSON Schema: they are written into descriptions.
 *
 * @returns the declarations in the order of the source, and a loss for everything that they can't represent
 * @throws InvalidSchemaError if a schema is invalid: `normalizeSchema` corrects schemas from other parties
 * @throws WireNameError if a name is not allowed on the wire, or two names become the same
 *
 * @example
 * const { tools, losses } = toGeminiTools([weather, calendar]);
 * const request = { tools: [{ functionDeclarations: tools }] };
 */
export function toGeminiTools(source: OpenTool | Iterable<ToolSource>): ToTools<GeminiFunction> {
  return convertTools<GeminiFunction>(source, {
    name: "Gemini functions",
    hasReturns: true,
    nameRule: { test: /^[a-zA-Z_]/, text: "a name must start with a letter or _" },
    limits: { tools: 512 },
    convert: (tool, report, describe) => {
      const { schema, notes } = adapted(tool.parameters, "parameters", toGeminiArguments, report);
      const hasParameters = Object.keys(schema.properties ?? {}).length > 0 || schema.additionalProperties !== false;
      return withoutUndefined({
        name: tool.name,
        description: describe(notes),
        parametersJsonSchema: hasParameters ? schema : undefined,
        responseJsonSchema: describesResult(tool.returns)
          ? adapted(tool.returns, "returns", toGeminiSchema, report)
          : undefined,
      });
    },
    restore: (tools) =>
      fromGeminiTools(
        tools.map(({ name, description, parameters, returns }) =>
          withoutUndefined({
            name,
            description,
            parametersJsonSchema: parameters,
            responseJsonSchema: describesResult(returns) ? returns : undefined,
          }),
        ),
      ),
  });
}

/** Converts one schema, and reports the losses. */
function adapted<Result>(
  schema: JsonSchema,
  part: "parameters" | "returns",
  convert: (root: JsonSchema, writer: SchemaWriter) => Result,
  report: ReportLosses,
): Result {
  const root = portableSchema(schema);
  const writer: SchemaWriter = { root, losses: [] };
  const result = convert(root, writer);
  report(writer.losses, part);
  return result;
}

/**
 * Converts Gemini function declarations to a document. They may have `parameters` and `response`, or their variants in
 * JSON Schema, and may be in the `functionDeclarations` of tools.
 *
 * @param tools - the list of declarations, as parsed JSON
 * @throws OpenToolError with every issue
 */
export function fromGeminiTools(tools: unknown, options: FromToolsOptions = {}): FromTools {
  return documentOf(tools, options, readFunction, "functionDeclarations");
}

const fields = ["name", "description", "parameters", "parametersJsonSchema", "response", "responseJsonSchema"];

/** Reads one function declaration, and records its issues and losses. */
function readFunction(value: unknown, path: Path, reader: ForeignReader): ForeignTool {
  const fn = readObject(value, path, reader);
  reportUnknownFields(fn, fields, path, reader);
  const parameters = readSchema(fn, "parameters", path, reader);
  const response = readSchema(fn, "response", path, reader);
  return withoutUndefined({
    name: readString(fn, "name", path, reader),
    description: readOptionalString(fn, "description", path, reader) ?? "",
    parameters: parameters.schema ?? { type: "object" },
    returns: response.schema ? { schema: response.schema } : undefined,
    paths: { tool: path, name: [...path, "name"], parameters: parameters.path, returns: response.path },
  });
}

/**
 * Reads `parameters` or `response` of a declaration: the field with JSON Schema if present, else the one in Gemini's
 * format.
 */
function readSchema(
  fn: Readonly<Record<string, unknown>>,
  key: string,
  path: Path,
  reader: ForeignReader,
): { readonly schema?: JsonSchema; readonly path: Path } {
  const jsonSchemaPath = [...path, `${key}JsonSchema`];
  const jsonSchema = fn[`${key}JsonSchema`];
  if (jsonSchema !== undefined) {
    return { schema: fromGeminiJsonSchema(readObject(jsonSchema, jsonSchemaPath, reader)), path: jsonSchemaPath };
  }
  const geminiPath = [...path, key];
  return fn[key] === undefined
    ? { path: geminiPath }
    : { schema: fromGeminiSchema(readObject(fn[key], geminiPath, reader)), path: geminiPath };
}
