/** Converts tools and OpenTool documents to tools of the Model Context Protocol (MCP), and these to documents. */
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
import { portableSchema } from "./portable-schema.ts";
import { describesResult, isWrappedResult, mcpOutputSchema } from "./result-schema.ts";
import { convertTools, type ToolSource, type ToTools } from "./tool-source.ts";

/** A tool of the Model Context Protocol, as in the result of `tools/list`. */
export interface McpTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  /** The JSON Schema of the result, which is an object. */
  readonly outputSchema?: JsonSchema;
}

/**
 * Converts tools, or the functions of a document, to MCP tools (MCP 2025-06-18 §Tools). The schemas of arguments stay as
 * they are.
 *
 * Clients of MCP before 2026-07-28 accept only objects as results: any other result is described as an object with one
 * property, `result`. `toStructuredContent` wraps a result in the same way. A result schema that says nothing gives no
 * `outputSchema`.
 *
 * @returns the tools in the order of the source, and a loss for everything that they can't represent
 * @throws InvalidSchemaError if a schema is invalid: `normalizeSchema` corrects schemas from other parties
 * @throws WireNameError if a name is not allowed on the wire, or two names become the same
 *
 * @example
 * const { tools, losses } = toMcpTools([weather, calendar]);
 */
export function toMcpTools(source: OpenTool | Iterable<ToolSource>): ToTools<McpTool> {
  return convertTools<McpTool>(source, {
    name: "MCP tools",
    hasReturns: true,
    convert: ({ name, description, parameters, returns }, report) => {
      const outputSchema = mcpOutputSchema(returns);
      if (outputSchema !== undefined && isWrappedResult(returns ?? {})) {
        const what = "a result that is not an object (it is wrapped as { result: … })";
        report([{ code: "type", path: ["type"], what }], "returns");
      }
      const inputSchema =
        parameters.type === "object" ? parameters : { ...portableSchema(parameters), type: "object" as const };
      return withoutUndefined({ name, description, inputSchema, outputSchema });
    },
    restore: (tools) =>
      fromMcpTools(
        tools.map(({ name, description, parameters, returns }) =>
          withoutUndefined({
            name,
            description,
            inputSchema: parameters,
            outputSchema: describesResult(returns) ? returns : undefined,
          }),
        ),
      ),
  });
}

/**
 * Converts MCP tools to a document.
 *
 * Servers send much that is not valid: each schema is read as by `normalizeSchema`, and a name that OpenTool doesn't allow becomes
 * an allowed one.
 *
 * @param tools - the list of tools, or a result of `tools/list`, as parsed JSON
 * @throws OpenToolError with every issue
 */
export function fromMcpTools(tools: unknown, options: FromToolsOptions = {}): FromTools {
  return documentOf(tools, options, readTool);
}

/** Reads one MCP tool, and records its issues and losses. */
function readTool(value: unknown, path: Path, reader: ForeignReader): ForeignTool {
  const tool = readObject(value, path, reader);
  reportUnknownFields(tool, ["name", "description", "inputSchema", "outputSchema"], path, reader);
  const paths = {
    tool: path,
    name: [...path, "name"],
    parameters: [...path, "inputSchema"],
    returns: [...path, "outputSchema"],
  };
  return withoutUndefined({
    name: readString(tool, "name", path, reader),
    description: readOptionalString(tool, "description", path, reader) ?? "",
    parameters: readObject(tool["inputSchema"], paths.parameters, reader),
    returns:
      (tool["outputSchema"] ?? undefined) === undefined
        ? undefined
        : { schema: readObject(tool["outputSchema"], paths.returns, reader) },
    paths,
  });
}
