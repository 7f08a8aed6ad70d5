import { guard } from "@helve/guard";
import { describe, expect, it } from "vitest";
import { gatewayWith, lineOf, scripted } from "./scripted-server.ts";

const server = (annotations: string) =>
  scripted(`(m) => m.method === "initialize" ? hello : m.method === "tools/call" ? { content: [{ type: "text", text: "deleted" }] }
    : m.method === "tools/list" ? { tools: [{ name: "delete_file", description: "Delete a file.", annotations: ${annotations},
      inputSchema: { type: "object", properties: { path: { type: "string", description: "Path of the file" } } } }] } : no`);

describe("the hints of a server", () => {
  it.each(["{}", "{ readOnlyHint: true }", "{ readOnlyHint: true, destructiveHint: false, idempotentHint: true }"])(
    "loosen no rule: %s",
    async (annotations) => {
      const rules = "rule @no_deletion trigger any check is_destructive enforce stop end";
      const options = { guards: [guard({ rules })] };
      const { client } = await gatewayWith({ s: server(annotations) }, options);
      const result = await client.callTool({ name: "delete_file", arguments: { path: "/home/ada/notes.md" } });
      expect(lineOf(result)).toContain("@no_deletion");
    },
  );
});
