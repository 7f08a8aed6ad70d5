import { expect, it } from "vitest";
import { kindOfDocument, kindOfName } from "../src/file-kind.ts";
import { besideUri, comparableUri } from "../src/uri.ts";

it("compares URIs of files in one form", () => {
  expect(comparableUri("file:///c%3A/My%20x/a%2Bb.agentspec")).toBe(comparableUri("file:///C:/My x/a+b.agentspec"));
  expect(comparableUri("file:///a/%zz")).toBe("file:///a/%zz");
  expect(comparableUri("untitled:A%20b")).toBe("untitled:A%20b");
  expect(besideUri("file:///a/b.agentspec", "policy.json")).toBe("file:///a/policy.json");
});

it("knows files by their names, and open documents also by their language or content", () => {
  expect(kindOfName("file:///x.opentool.yml")).toMatchObject({ kind: "opentool", format: "yaml" });
  expect(kindOfName("file:///team.policy.json")).toMatchObject({ kind: "policy" });
  expect(kindOfName("file:///.vscode/mcp.json")).toMatchObject({ kind: "mcp-servers" });
  expect(kindOfName("file:///package.json")).toBeUndefined();
  expect(kindOfDocument("untitled:1", "agentspec", "")).toEqual({ type: "rules" });
  expect(kindOfDocument("file:///a.yaml", "yaml", "# x\nopentool: 1.1.0")).toMatchObject({ format: "yaml" });
  expect(kindOfDocument("file:///a.json", "jsonc", '{ "opentool": "1.1.0"')).toMatchObject({ format: "json" });
  expect(kindOfDocument("file:///a.json", "json", '{ "name": "opentool"')).toBeUndefined();
});
