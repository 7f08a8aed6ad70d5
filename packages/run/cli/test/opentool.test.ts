import { readFileSync, writeFileSync } from "node:fs";
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
    const message = { role: "assistant", content: [{ type: "tool_use", id: "t", name: "Gmail.SendEmail", input: {} }] };
    writeFileSync(join(directory, "claude.jsonl"), JSON.stringify({ type: "assistant", sessionId: "s", message }));
    expect((await helve(args.with(1, "claude.jsonl"), directory)).out).toContain(
      "now allowed: Gmail.SendEmail (s, step 1) by @all",
    );
    const same = ["replay", "trace.jsonl", "--before", "old.agentspec", "--rules", "old.agentspec", "--json"];
    expect(JSON.parse((await helve(same, directory)).out).differences).toEqual([]);
  });
});

describe("helve opentool extract", () => {
  const source = "/** Says it. */\nexport function say(text: string): string { return text; }\n";
  const project = (text = source) =>
    folderWith({ "tools.ts": text, "tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [] } }' });

  it("writes a document and tools, and finds with --check that they are not up to date", async () => {
    const directory = project();
    const args = ["opentool", "extract", "tools.ts", "--out", "tools.opentool.json", "--tools", "tools.gen.ts"];
    expect((await helve([...args, "--check"], directory)).err).toContain("tools.opentool.json is not up to date");
    expect(await helve(args, directory)).toMatchObject({ code: 0, out: "", err: "" });
    const written = JSON.parse(readFileSync(join(directory, "tools.opentool.json"), "utf8"));
    expect(written.functions).toMatchObject([{ name: "say", parameters: [{ name: "text" }] }]);
    expect(readFileSync(join(directory, "tools.gen.ts"), "utf8")).toContain("export const say: Tool<");
    expect((await helve([...args, "--check"], directory)).code).toBe(0);
    writeFileSync(join(directory, "tools.ts"), source.replace("text: string", "text: number"));
    expect((await helve([...args, "--check"], directory)).code).toBe(1);
    expect(JSON.parse(readFileSync(join(directory, "tools.opentool.json"), "utf8"))).toEqual(written);
  });

  it("prints the document, and reports what can't be represented with its place", async () => {
    const { code, out, err } = await helve(
      ["opentool", "extract", "tools.ts"],
      project(source.replace("text: string", "text: Date")),
    );
    expect(code).toBe(1);
    expect(JSON.parse(out).functions).toEqual([]);
    expect(err).toContain('error tools.ts:2:21: the parameter "text" is a Date');
    expect((await helve(["opentool", "extract", "none.ts"], project())).code).toBe(2);
    expect((await helve(["opentool", "extract", "tools.ts", "--check"], project())).err).toContain("--out");
  });
});
