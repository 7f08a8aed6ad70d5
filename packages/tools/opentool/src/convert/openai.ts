/** Converts tools and OpenTool documents to OpenAI function tools, and these to documents. */
import type { JsonSchema } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import type { OpenTool } from "../document.ts";
import { isSchema } from "../json-schema.ts";
import { documentOf, type ForeignTool, type FromTools, type FromToolsOptions } from "./foreign-document.ts";
import {
  addIssue,
  type ForeignReader,
  type Path,
  readObject,
  readOptionalString,
  readString,
  reportUnknownFields,
} from "./foreign-reader.ts";
import { fromStrictSchema } from "./from-strict-schema.ts";
import { toOpenAiSchema } from "./openai-schema.ts";
import { toStrictSchema } from "./openai-strict.ts";
import { portableSchema } from "./portable-schema.ts";
import { convertTools, type ReportLosses, type ToolSource, type ToTools } from "./tool-source.ts";

/** A function tool of OpenAI's Chat Completions API. */
export interface OpenAiTool {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters?: JsonSchema;
    readonly strict?: boolean;
  };
}

/** A function tool of OpenAI's Responses API. */
export interface OpenAiResponsesTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  /** Never absent: the API would then choose by itself. */
  readonly strict: boolean;
}

/** Options of `toOpenAiTools`. */
export interface OpenAiOptions {
  /** Which API the tools are for: Chat Completions (`"chat"`, default) or Responses (`"responses"`). */
  readonly api?: "chat" | "responses";
  /**
   * Makes the provider keep to the schema (structured outputs): objects are closed, every property is required, and an
   * optional one may be `null`. Decoding with `@helve/arguments` removes these nulls. A tool that strict mode can't
   * represent, for example one with an open map, is not strict; the losses say why. Default: `false`.
   */
  readonly strict?: boolean;
}

/**
 * Converts tools, or the functions of a document, to OpenAI function tools.
 *
 * OpenAI refuses unions at the root of the arguments: the properties of their members are merged. Keywords that strict
 * mode refuses are written into descriptions.
 *
 * @returns the tools in the order of the source, and a loss for everything that they can't represent
 * @throws InvalidSchemaError if a schema is invalid: `normalizeSchema` corrects schemas from other parties
 * @throws WireNameError if a name is not allowed on the wire, or two names become the same
 *
 * @example
 * const { tools, losses } = toOpenAiTools([weather, calendar], { api: "responses", strict: true });
 */
export function toOpenAiTools(
  source: OpenTool | Iterable<ToolSource>,
  options?: OpenAiOptions & { readonly api?: "chat" },
): ToTools<OpenAiTool>;
export function toOpenAiTools(
  source: OpenTool | Iterable<ToolSource>,
  options: OpenAiOptions & { readonly api: "responses" },
): ToTools<OpenAiResponsesTool>;
export function toOpenAiTools(
  source: OpenTool | Iterable<ToolSource>,
  { api = "chat", strict = false }: OpenAiOptions = {},
): ToTools<OpenAiTool | OpenAiResponsesTool> {
  return convertTools<OpenAiTool | OpenAiResponsesTool>(source, {
    name: "OpenAI tools",
    hasReturns: false,
    limits: { descriptionLength: 1024, tools: 128 },
    convert: (tool, report, describe) => {
      const { name } = tool;
      const { notes, ...schema } = functionSchema(tool, strict, report);
      const { parameters } = schema;
      const description = describe(notes);
      if (api === "responses") return { type: "function", name, description, parameters, strict: schema.strict };
      return {
        type: "function",
        function: withoutUndefined({ name, description, parameters, strict: strict ? schema.strict : undefined }),
      };
    },
    restore: (tools) => fromOpenAiTools(tools.map((tool) => ({ type: "function", function: withoutReturns(tool) }))),
  });
}

function withoutReturns({ name, description, parameters }: ToolSource): ToolSource {
  return { name, description, parameters };
}

const strictName = "strict OpenAI tools";

/** The schema of one tool, strict if that is wanted and possible, and the notes for its description. */
function functionSchema(
  { parameters }: ToolSource,
  strict: boolean,
  report: ReportLosses,
): Pick<OpenAiResponsesTool, "parameters" | "strict"> & { readonly notes: readonly string[] } {
  const root = portableSchema(parameters);
  const strictSchema = strict ? toStrictSchema(root) : undefined;
  if (strictSchema?.reasons.length === 0) {
    report(strictSchema.losses, "parameters", { format: strictName });
    return { notes: [], parameters: strictSchema.schema, strict: true };
  }
  if (strictSchema)
    report(strictSchema.reasons, "parameters", { format: strictName, remark: ", so this tool is not strict" });
  const writer = { root, losses: [] };
  const { schema, notes } = toOpenAiSchema(root, writer);
  report(writer.losses, "parameters");
  return { notes, parameters: schema, strict: false };
}

/**
 * Converts OpenAI function tools to a document. The chat completions format, the flat responses format and the members of the
 * former `functions` are accepted.
 *
 * In a strict tool, a nullable property becomes an optional one, and `additionalProperties: false` is not a loss.
 *
 * @param tools - the list of tools, as parsed JSON
 * @throws OpenToolError with every issue
 */
export function fromOpenAiTools(tools: unknown, options: FromToolsOptions = {}): FromTools {
  return documentOf(tools, options, readTool);
}

/** Reads one OpenAI tool in either format, and records its issues and losses. */
function readTool(value: unknown, place: Path, reader: ForeignReader): ForeignTool {
  const tool = readObject(value, place, reader);
  const isLegacy = tool["type"] === undefined && tool["name"] !== undefined;
  if (tool["type"] !== "function" && !isLegacy) {
    addIssue("type", 'must be of type "function": OpenTool has no other tools', [...place, "type"], reader);
  }
  const isFlat = tool["function"] === undefined && tool["name"] !== undefined;
  const path = isFlat ? place : [...place, "function"];
  const fn = isFlat ? tool : readObject(tool["function"], path, reader);
  if (!isFlat) reportUnknownFields(tool, ["type", "function"], place, reader);
  reportUnknownFields(fn, ["name", "description", "parameters", "strict", ...(isFlat ? ["type"] : [])], path, reader);
  const paths = { tool: place, name: [...path, "name"], parameters: [...path, "parameters"] };
  const parameters =
    fn["parameters"] === undefined ? { type: "object" } : readObject(fn["parameters"], paths.parameters, reader);
  const isStrict = fn["strict"] === true;
  return {
    name: readString(fn, "name", path, reader),
    description: readOptionalString(fn, "description", path, reader) ?? "",
    parameters: isStrict && isSchema(parameters) ? fromStrictSchema(parameters) : parameters,
    paths,
  };
}
