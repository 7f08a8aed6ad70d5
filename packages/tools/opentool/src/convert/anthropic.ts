/** Converts tools and OpenTool documents to Anthropic tools, and these to documents. */
import type { JsonSchema } from "@helve/core";
import type { OpenTool } from "../document.ts";
import { toAnthropicSchema } from "./anthropic-schema.ts";
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
import { portableSchema } from "./portable-schema.ts";
import { convertTools, type ToolSource, type ToTools } from "./tool-source.ts";

/** A client tool of Anthropic's Messages API. */
export interface AnthropicTool {
  readonly name: string;
  readonly description?: string;
  readonly input_schema: JsonSchema;
}

/**
 * Converts tools, or the functions of a document, to Anthropic tools.
 *
 * Anthropic refuses unions at the root of the arguments: the properties of their members are merged. Property names that
 * it refuses get another name; decoding with `@helve/arguments` maps them back.
 *
 * @returns the tools in the order of the source, and a loss for everything that they can't represent
 * @throws InvalidSchemaError if a schema is invalid: `normalizeSchema` corrects schemas from other parties
 * @throws WireNameError if a name is not allowed on the wire, or two names become the same
 *
 * @example
 * const { tools, losses } = toAnthropicTools([weather, calendar]);
 */
export function toAnthropicTools(source: OpenTool | Iterable<ToolSource>): ToTools<AnthropicTool> {
  return convertTools<AnthropicTool>(source, {
    name: "Anthropic tools",
    hasReturns: false,
    convert: ({ name, parameters }, report, describe) => {
      const root = portableSchema(parameters);
      const writer = { root, losses: [] };
      const { schema, notes } = toAnthropicSchema(root, writer);
      report(writer.losses, "parameters");
      return { name, description: describe(notes), input_schema: schema };
    },
    restore: (tools) =>
      fromAnthropicTools(
        tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
      ),
  });
}

/**
 * Converts Anthropic tools to a document. Tools that the provider runs have no schema, and are refused.
 *
 * @param tools - the list of tools, as parsed JSON
 * @throws OpenToolError with every issue
 */
export function fromAnthropicTools(tools: unknown, options: FromToolsOptions = {}): FromTools {
  return documentOf(tools, options, readTool);
}

/** Reads one Anthropic tool, and records its issues and losses. */
function readTool(value: unknown, path: Path, reader: ForeignReader): ForeignTool {
  const tool = readObject(value, path, reader);
  const type = tool["type"] ?? "custom";
  if (type !== "custom") {
    addIssue("type", 'must be "custom": a tool that the provider runs has no functions', [...path, "type"], reader);
  }
  reportUnknownFields(tool, ["type", "name", "description", "input_schema"], path, reader);
  const paths = { tool: path, name: [...path, "name"], parameters: [...path, "input_schema"] };
  return {
    name: readString(tool, "name", path, reader),
    description: readOptionalString(tool, "description", path, reader) ?? "",
    parameters: readObject(tool["input_schema"], paths.parameters, reader),
    paths,
  };
}
