import type { Issue, JsonSchema } from "@helve/core";
import type { OpenTool } from "../document.ts";
import { parametersSchema, returnSchema } from "../parameters-schema.ts";
import { wireNames } from "../wire-names.ts";
import { lostBetween } from "./conversion-losses.ts";
import { documentOf, type ForeignTool, type FromTools, type FromToolsOptions, usualInfo } from "./foreign-document.ts";
import {
  itemsAt,
  loseOthers,
  objectAt,
  optionalTextAt,
  type Path,
  type Reading,
  reading,
  textAt,
} from "./foreign-input.ts";
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
 * The functions of a document as Gemini function declarations. References are written out, which ends at a schema within
 * itself.
 *
 * @returns the declarations, in the document's order, and everything in the document that they can't say
 * @throws WireNameError for names that can't go on the wire, or would be one there
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
  const cut = new Map<string, Issue>();
  const written = (schema: JsonSchema): GeminiSchema => {
    const { schema: result, losses } = toGeminiSchema(schema);
    for (const loss of losses) cut.set(loss.message, loss);
    return result;
  };
  const tools = functions.map((fn) => ({
    name: names.toWire(fn.name) ?? fn.name,
    description: fn.description,
    ...(fn.parameters.length > 0 && { parameters: written(parametersSchema(fn, schemas)) }),
    ...(fn.return && { response: written(returnSchema(fn.return, schemas)) }),
  }));
  const restored = fromGeminiTools(tools).document;
  return { tools, losses: [...lostBetween(document, restored, "Gemini functions"), ...cut.values()] };
}

/**
 * A document of Gemini function declarations, with `parameters` and `response` or with their forms in JSON Schema.
 *
 * @param tools - the list of declarations, parsed already
 * @throws OpenToolError naming everything that is wrong
 */
export function fromGeminiTools(tools: unknown, options: FromToolsOptions = {}): FromTools {
  const into = reading("tools");
  const found = itemsAt(tools, [], into).map((tool, index) => readFunction(tool, [index], into));
  return documentOf(found, options.info ?? usualInfo, into);
}

const fields = ["name", "description", "parameters", "parametersJsonSchema", "response", "responseJsonSchema"];

function readFunction(value: unknown, path: readonly number[], into: Reading): ForeignTool {
  const fn = objectAt(value, path, into);
  loseOthers(fn, fields, path, into);
  const parameters = readSchema(fn, "parameters", path, into);
  const response = readSchema(fn, "response", path, into);
  return {
    name: textAt(fn, "name", path, into),
    description: optionalTextAt(fn, "description", path, into) ?? "",
    parameters: parameters.schema ?? { type: "object" },
    ...(response.schema && { returns: { schema: response.schema } }),
    at: { name: [...path, "name"], parameters: parameters.path, returns: response.path },
  };
}

function readSchema(
  fn: Readonly<Record<string, unknown>>,
  key: string,
  path: Path,
  into: Reading,
): { readonly schema?: JsonSchema; readonly path: Path } {
  const inJsonSchema = [...path, `${key}JsonSchema`];
  const given = fn[`${key}JsonSchema`];
  if (given !== undefined) return { schema: objectAt(given, inJsonSchema, into), path: inJsonSchema };
  const own = [...path, key];
  return fn[key] === undefined ? { path: own } : { schema: fromGeminiSchema(objectAt(fn[key], own, into)), path: own };
}
