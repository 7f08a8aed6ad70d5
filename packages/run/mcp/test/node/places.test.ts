import type { ToolPlace } from "@helve/core";
import { guard } from "@helve/guard";
import { describe, expect, it } from "vitest";
import { placesOf } from "../../src/node/places-of.ts";
import { gatewayWith, lineOf, scripted } from "./scripted-server.ts";

const files =
  scripted(`(m) => m.method === "initialize" ? hello : m.method === "tools/call" ? { content: [{ type: "text", text: "deleted" }] }
  : m.method === "tools/list" ? { tools: [{ name: "delete_file", description: "Delete a file.",
    inputSchema: { type: "object", properties: { path: { type: "string", description: "Path of the file" } } } }] } : no`);

async function deleted(path: string, place: ToolPlace | undefined): Promise<string> {
  const rules = "rule @ledger trigger any check is_delete_important_file enforce stop end";
  const policy = { workingDirectory: "/srv/app", importantFiles: ["data/ledger.csv"] };
  const options = { guards: [guard({ rules, policy })], places: place && { s: place } };
  const { client } = await gatewayWith({ s: files }, options);
  return lineOf(await client.callTool({ name: "delete_file", arguments: { path } }));
}

describe("a server that works in a directory of its own", () => {
  it("has rules that read its relative paths there", async () => {
    const directory = "/srv/app/data";
    expect(await deleted("ledger.csv", undefined)).toContain("deleted");
    expect(await deleted("ledger.csv", { directory })).toContain("@ledger");
    expect(await deleted("old.csv", { directory })).toContain("deleted");
    expect(await deleted("old.csv", { directory: "/opt/files" })).toContain(
      "outside of the policy's working directory",
    );
  });

  it("has the directory of its settings", () => {
    const servers = { a: { command: "a", cwd: "/srv/a" }, b: { command: "b" }, c: { url: "https://c.example" } };
    expect(placesOf(servers)).toEqual({ a: { directory: "/srv/a" } });
  });
});
