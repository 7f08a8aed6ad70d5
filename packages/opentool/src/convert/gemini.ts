// Converts OpenTool documents to Gemini function declarations and back.

import type { Issue, JsonSchema } from "@helve/core";
import type { OpenTool } from "../document.ts";
import { parametersSchema, returnJsonSchema } from "../parameters-schema.ts";
import { wireNames } from "../wire-names.ts";
import { conversionLosses } from "./conversion-losses.ts";
import {
  createDocument,
  defaultInfo,
  type ForeignTool,
  type FromTools,
  type FromToolsOptions,
} from "./foreign-document.ts";
import {
  createReader,
  type ForeignReader,
  type Path,
  readList,
  readObject,
  readOptionalString,
  readString,
  reportUnknownFields,
} from "./foreign-reader.ts";
import { fromGeminiSchema, type GeminiSchema, toGeminiSchema } from "./gemini-schema.ts";

/** A function declaration of Gemini; a list of them is the `functionDeclarations` of a tool. */
export interface GeminiFunction {
  readonly name: string;
  readonly description: string;
  /** Absent for a function without parameters. */
  readonly parameters?: GeminiSchema;
  readonly response?: GeminiSchema;
}

/**
 * Converts the functions of a document to Gemini function declarations. References are inlined; a recursive schema
 * becomes an object without properties at its second occurrence, which is a loss.
 *
 * @returns the declarations in the document's order, and a loss for everything that they can't represent
 * @throws WireNameError if a name is not allowed on the wire, or two names become the same
 *
 * @example
 * const { tools, losses } = toGeminiTools(document);
 * const request = { tools: [{ functionDeclarations: tools }] };
 */
export function toGeminiTools(document: OpenTool): {
  readonly tools: readonly GeminiFunction[];
  readonly losses: readonly Issue[];
} {
  const { functions, schemas } = document;
  const names = wireNames(functions.map(({ name }) => name));
  const referenceLosses = new Map<string, Issue>();
  const convertSchema = (schema: JsonSchema): GeminiSchema => {
    const { schema: result, losses } = toGeminiSchema(schema);
    for (const loss of losses) referenceLosses.set(loss.message, loss);
    return result;
  };
  const tools = functions.map((fn) => ({
    name: names.toWire(fn.name) ?? fn.name,
    description: fn.description,
    ...(fn.parameters.length > 0 && { parameters: convertSchema(parametersSchema(fn, schemas)) }),
    ...(fn.return && { response: convertSchema(returnJsonSchema(fn.return, schemas)) }),
  }));
  const restored = fromGeminiTools(tools).document;
  return { tools, losses: [...conversionLosses(document, restored, "Gemini functions"), ...referenceLosses.values()] };
}

/**
 * Converts Gemini function declarations to a document. They may have `parameters` and `response`, or their variants in
 * JSON Schema.
 *
 * @param tools - the list of declarations, as parsed JSON
 * @throws OpenToolError with every issue
 */
export function fromGeminiTools(tools: unknown, options: FromToolsOptions = {}): FromTools {
  const reader = createReader("tools");
  const found = readList(tools, [], reader).map((tool, index) => readFunction(tool, [index], reader));
  return createDocument(found, options.info ?? defaultInfo, reader);
}

const fields = ["name", "description", "parameters", "parametersJsonSchema", "response", "responseJsonSchema"];

/** Reads one function declaration, and records its issues and losses. */
function readFunction(value: unknown, path: readonly number[], reader: ForeignReader): ForeignTool {
  const fn = readObject(value, path, reader);
  reportUnknownFields(fn, fields, path, reader);
  const parameters = readSchema(fn, "parameters", path, reader);
  const response = readSchema(fn, "response", path, reader);
  return {
    name: readString(fn, "name", path, reader),
    description: readOptionalString(fn, "description", path, reader) ?? "",
    parameters: parameters.schema ?? { type: "object" },
    ...(response.schema && { returns: { schema: response.schema } }),
    paths: { name: [...path, "name"], parameters: parameters.path, returns: response.path },
  };
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
  if (jsonSchema !== undefined) return { schema: readObject(jsonSchema, jsonSchemaPath, reader), path: jsonSchemaPath };
  const geminiPath = [...path, key];
  return fn[key] === undefined
    ? { path: geminiPath }
    : { schema: fromGeminiSchema(readObject(fn[key], geminiPath, reader)), path: geminiPath };
}
