import type { ResultPart } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import { McpEndpoint } from "@helve/mcp";
import { type Tool, ToolError, tool } from "@helve/tool";
import { z } from "zod";

const image: ResultPart = { type: "image", content: "data:image/png;base64,iVBORw0KGgo=" };
const audio: ResultPart = { type: "audio", content: "data:audio/wav;base64,UklGRg==" };
const resource: ResultPart = { type: "file", content: "data:text/plain,An%20embedded%20resource." };
const text = (content: string): ResultPart => ({ type: "text", content });

/** A tool without parameters, as the conformance suite expects it. */
function simple(name: string, execute: Tool["execute"]): Tool {
  return tool({ name, description: `The tool ${name}.`, parameters: z.object({}), execute }) as Tool;
}

/** An endpoint with the tools that the conformance suite of MCP calls. */
export function conformanceEndpoint(): McpEndpoint {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: { address: { type: "object", properties: { street: { type: "string" }, city: { type: "string" } } } },
    properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
    additionalProperties: false,
  } as const;
  const executor = new ActionExecutor([
    simple("test_simple_text", () => "This is a simple text response for testing."),
    simple("test_image_content", () => [image]),
    simple("test_audio_content", () => [audio]),
    simple("test_embedded_resource", () => [resource]),
    simple("test_multiple_content_types", () => [text("Multiple content types test:"), image, resource]),
    simple("test_error_handling", () => {
      throw new ToolError("This tool intentionally returns an error for testing");
    }),
    simple("test_tool_with_progress", (_args, { progress }) => {
      for (const done of [1, 50, 100]) progress({ progress: done, total: 100, message: `${done} of 100` });
      return "done";
    }),
    tool({
      name: "json_schema_2020_12_tool",
      description: "A tool with a schema.",
      parameters: schema,
      describe: "optional",
      execute: () => "ok",
    }) as Tool,
    tool({
      name: "test_x_mcp_header",
      description: "A tool whose argument is repeated in a header.",
      parameters: { type: "object", properties: { region: { type: "string", "x-mcp-header": "Region" } } } as const,
      describe: "optional",
      execute: () => "ok",
    }) as Tool,
  ]);
  return new McpEndpoint(executor, { name: "helve-conformance", version: "1.0.0" });
}
