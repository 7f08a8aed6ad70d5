import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith, helve } from "./helve.ts";

const document = {
  opentool: "1.0.0",
  info: { title: "Mail", version: "1.0.0" },
  functions: [
    { name: "send", description: "sends", parameters: [{ name: "to", schema: { type: "string" }, required: true }] },
  ],
};
const folder = () =>
  folderWith({
    "v1.json": JSON.stringify(document),
    "v2.json": JSON.stringify({ ...document, functions: [{ ...document.functions[0], parameters: [] }] }),
    "bad.json": '{"opentool": "1.0.0", "functions": [{"name": 5}]}',
    "mcp.json":
      '{"tools": [{"name": "send", "inputSchema": {"type": "object", "properties": {"n": {"type": "integer", "multipleOf": 2}}}}]}',
    "old.json": JSON.stringify({
      opentool: "1.0.0",
      info: { title: "Mail", version: "1" },
      functions: [
        { name: "send", description: "", parameters: { to: { schema: { type: "string" }, required: true } } },
      ],
    }),
  });

describe("helve opentool", () => {
  it("validates documents", async () => {
    expect((await helve(["opentool", "validate", "v1.json"], folder())).code).toBe(0);
    const { code, out } = await helve(["opentool", "validate", "bad.json"], folder());
    expect(code).toBe(1);
    expect(out).toContain("functions[0].name must be a string (got 5)");
  });

  it("upgrades documents of older forms", async () => {
    const directory = folder();
    const { out, err } = await helve(["opentool", "upgrade", "old.json"], directory);
    expect(JSON.parse(out).functions[0].parameters).toEqual([
      { name: "to", schema: { type: "string" }, required: true },
    ]);
    expect(err).toContain("old.json: ");
    await helve(["opentool", "upgrade", "old.json", "--write"], directory);
    expect(JSON.parse(readFileSync(join(directory, "old.json"), "utf8"))).toEqual(JSON.parse(out));
  });

  it("converts tools between formats, and reports what is lost", async () => {
    const { code, out } = await helve(
      ["opentool", "convert", "mcp.json", "--from", "mcp", "--to", "openai", "--json"],
      folder(),
    );
    const { converted, losses } = JSON.parse(out);
    expect(converted[0].function.name).toBe("send");
    expect(code).toBe(losses.length > 0 ? 1 : 0);
    expect(JSON.stringify(losses)).toContain("multipleOf");
    expect((await helve(["opentool", "convert", "v1.json", "--to", "pdf"], folder())).code).toBe(2);
  });

  it("reads standard input", async () => {
    const [directory, text] = [folder(), JSON.stringify(document)];
    expect((await helve(["opentool", "diff", "-", "v2.json"], directory, text)).out).toContain(
      "required release: major",
    );
    expect((await helve(["opentool", "fingerprint", "-"], directory, text)).out).toMatch(/^sha256:\w+ {2}send\n$/);
  });

  it("names a document that is in another format", async () => {
    const { code, err } = await helve(["opentool", "convert", "mcp.json", "--to", "openai"], folder());
    expect(err).toContain("helve: mcp.json is not in the format opentool (--from names another): ");
    expect(code).toBe(2);
  });

  it("compares versions and fingerprints functions", async () => {
    const { code, out } = await helve(["opentool", "diff", "v1.json", "v2.json"], folder());
    expect(code).toBe(1);
    expect(out).toMatch(/^breaking: [\s\S]*required release: major\n$/);
    expect((await helve(["opentool", "fingerprint", "v1.json"], folder())).out).toMatch(
      /^sha256:[0-9a-f]{64} {2}send\n$/,
    );
  });
});

describe("helve replay", () => {
  const trace = [
    { session: "a", tool: "Web.Read", args: { url: "x" }, result: "text" },
    { session: "a", tool: "Gmail.SendEmail", args: { to: "eve" } },
    { tool: "Gmail.SendEmail", args: { to: "eve" } },
  ];

  it("reports where the verdicts of two rule files differ", async () => {
    const directory = folderWith({
      "trace.jsonl": trace.map((line) => JSON.stringify(line)).join("\n"),
      "old.agentspec": "rule @all trigger Gmail.SendEmail check enforce user_inspection end",
      "new.agentspec": "rule @read trigger Gmail.SendEmail check once(Web.Read) enforce stop end",
    });
    const args = ["replay", "trace.jsonl", "--before", "old.agentspec", "--rules", "new.agentspec"];
    const { code, out } = await helve(args, directory);
    expect(code).toBe(1);
    expect(out).toBe(`old.agentspec → new.agentspec
now stopped: Gmail.SendEmail (a, step 2) by @read, @all
now allowed: Gmail.SendEmail (session 2, step 1) by @all
3 decisions replayed: 1 now stopped, 1 now allowed, 1 as before
`);
    const same = ["replay", "trace.jsonl", "--before", "old.agentspec", "--rules", "old.agentspec", "--json"];
    expect(JSON.parse((await helve(same, directory)).out).differences).toEqual([]);
  });
});
