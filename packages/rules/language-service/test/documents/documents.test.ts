import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  documentCodeActionsAt,
  documentCompletionsAt,
  documentDefinitionAt,
  documentFoldingRanges,
  documentFormattingEdits,
  documentHoverAt,
  documentIssues,
  documentOutline,
  mcpServerNames,
  openDocument,
} from "../../src/documents.ts";
import { applyEdits } from "../../src/index.ts";

const json = `{
  "opentool": "1.1.0",
  "info": { "title": "Gmail", "version": "1" },
  "functions": [
    {
      "name": "Send",
      "description": "Sends.",
      "parameters": [{ "name": "to", "schema": { "$ref": "#/schemas/Address" }, "required": true }]
    }
  ],
  "schemas": { "Address": { "type": "string" } }
}
`;
const yaml = `opentool: 1.1.0
info:
  title: Gmail
  version: "1"
functions:
  - name: Send
    description: Sends.
    parameters:
      - name: to
        schema:
          type: string
        required: true
`;

/** A document whose text has a bar at the offset. */
function at(text: string, kind: Parameters<typeof openDocument>[1] = "opentool", format: "json" | "yaml" = "json") {
  const offset = text.indexOf("┃");
  return [openDocument(text.replace("┃", ""), kind, { format }), offset] as const;
}

const labels = (...place: ReturnType<typeof at>) => documentCompletionsAt(...place).map(({ label }) => label);

describe("documentIssues", () => {
  it("has the issues of the specification, with their places", () => {
    expect(documentIssues(openDocument(json, "opentool"))).toEqual([]);
    const [issue] = documentIssues(
      openDocument(yaml.replace("title: Gmail", "titel: Gmail"), "opentool", { format: "yaml" }),
    );
    expect(issue).toMatchObject({ code: "required", severity: "error", range: { start: { line: 3 } } });
  });

  it("has the issues of a policy, and of a language that no reader is for", () => {
    const [member, language] = documentIssues(
      openDocument('{ "trustedHost": [], "tools": { "A.B": { "code": "c", "language": "cobol" } } }', "policy"),
    );
    expect(member).toMatchObject({ code: "unknown_member", range: { start: { column: 3 }, end: { column: 16 } } });
    expect(language?.message).toContain("cobol");
    expect(
      documentIssues(openDocument('{ "tools": { "A.B": { "code": "c", "language": "shell" } } }', "policy")),
    ).toEqual([]);
  });

  it("has the issues of a list of MCP servers, which may have comments", () => {
    const text = '{\n // mine\n "mcpServers": { "a": { "command": 3 } } }';
    expect(documentIssues(openDocument(text, "mcp-servers"))).toMatchObject([
      { code: "type", range: { start: { line: 3, column: 36 } } },
    ]);
    expect(documentIssues(openDocument("{}", "mcp-servers"))).toHaveLength(1);
  });

  it("reports syntax errors, and what is nested too deeply", () => {
    for (const kind of ["opentool", "policy", "mcp-servers"] as const) {
      expect(documentIssues(openDocument('{ "a": ', kind))).toMatchObject([{ code: "json", severity: "error" }]);
      expect(documentIssues(openDocument("[".repeat(100_000) + "]".repeat(100_000), kind)).length).toBeGreaterThan(0);
    }
  });
});

describe("documentCompletionsAt", () => {
  it("suggests members in JSON, required ones first", () => {
    expect(labels(...at(json.replace('"title": "Gmail", ', "┃")))).toEqual(["title", "description"]);
    expect(labels(...at(json.replace('"title"', '"ti┃tle"')))).toEqual(["title", "description"]);
    const [document, offset] = at(json.replace('"description": "Sends.",', "des┃"));
    const item = documentCompletionsAt(document, offset).find(({ label }) => label === "description");
    expect(applyEdits(document.text, item === undefined ? [] : [item.textEdit])).toContain('      "description": \n');
  });

  it("suggests members in YAML", () => {
    const [document, offset] = at(yaml.replace("title: Gmail", "t┃"), "opentool", "yaml");
    expect(labels(document, offset)).toEqual(["title", "description"]);
    const [item] = documentCompletionsAt(document, offset);
    expect(applyEdits(document.text, item === undefined ? [] : [item.textEdit])).toContain("info:\n  title: \n");
    expect(labels(...at(`${yaml}┃`, "opentool", "yaml"))).toEqual(["schemas", "server"]);
    expect(labels(...at(yaml.replace("- name: to", "- ┃"), "opentool", "yaml"))).toContain("name");
  });

  it("suggests values", () => {
    expect(labels(...at(json.replace('"required": true', '"required": ┃')))).toEqual(["false", "true"]);
    expect(labels(...at(json.replace('"type": "string"', '"type": "st┃"')))).toContain("string");
    expect(labels(...at(yaml.replace("type: string", "type: s┃"), "opentool", "yaml"))).toContain("string");
    expect(labels(...at('{ "traits": { "A.B": { "results": ┃ } } }', "policy"))).toEqual([
      "trusted",
      "untrusted",
      "user",
    ]);
    expect(labels(...at('{ "mcpServers": { "a": { ┃ } } }', "mcp-servers"))).toContain("command");
  });
});

describe("documentHoverAt", () => {
  it("describes a member by the schema", () => {
    expect(documentHoverAt(...at('{ "trusted┃Hosts": [] }', "policy"))?.contents).toContain(
      "Hosts that code may contact",
    );
    expect(documentHoverAt(...at("{ ┃}", "policy"))).toBeUndefined();
  });
});

describe("documentDefinitionAt", () => {
  it("finds the schema that a reference names", () => {
    const [document, offset] = at(json.replace("#/schemas/Address", "#/sch┃emas/Address"));
    expect(documentDefinitionAt(document, offset)?.targetSelectionRange.start.line).toBe(11);
    expect(documentDefinitionAt(...at(json.replace("#/schemas/Address", "#/sch┃emas/None")))).toBeUndefined();
  });
});

describe("documentOutline", () => {
  it("lists members, and items by their names", () => {
    for (const document of [openDocument(json, "opentool"), openDocument(yaml, "opentool", { format: "yaml" })]) {
      const functions = documentOutline(document).find(({ name }) => name === "functions");
      expect(functions?.kind).toBe("Array");
      expect(functions?.children.map(({ name }) => name)).toEqual(["Send"]);
    }
  });
});

describe("documentFoldingRanges", () => {
  it("folds objects and lists of several lines", () => {
    const lines = (text: string, format: "json" | "yaml") =>
      documentFoldingRanges(openDocument(text, "opentool", { format })).map(({ startLine, endLine }) => [
        startLine,
        endLine,
      ]);
    expect(lines(json, "json")).toEqual([
      [1, 11],
      [4, 9],
      [5, 8],
    ]);
    expect(lines(yaml, "yaml").slice(0, 2)).toEqual([
      [1, 12],
      [2, 4],
    ]);
  });
});

describe("documentCodeActionsAt", () => {
  it("writes the member that was meant", () => {
    for (const [text, kind] of [
      ['{ "trustedHost": [] }', "policy"],
      [json.replace('"schemas":', '"schema":'), "opentool"],
    ] as const) {
      const document = openDocument(text, kind);
      const [action] = documentCodeActionsAt(document);
      expect(applyEdits(text, action?.edits ?? [])).toMatch(/"trustedHosts"|"schemas":/);
    }
  });
});

describe("documentFormattingEdits", () => {
  it("formats JSON, and keeps line endings", () => {
    const style = { tabSize: 2, insertSpaces: true };
    const text = '{\r\n"a":[1]}';
    expect(applyEdits(text, documentFormattingEdits(openDocument(text, "policy"), style))).toBe(
      '{\r\n  "a": [\r\n    1\r\n  ]\r\n}',
    );
    expect(documentFormattingEdits(openDocument("a:   1", "opentool", { format: "yaml" }), style)).toEqual([]);
  });
});

describe("mcpServerNames", () => {
  it("names the toolkits of the servers", () => {
    expect(mcpServerNames('{ "mcpServers": { "git-hub": { "command": "x" }, "off": { "disabled": true } } }')).toEqual([
      "git_hub",
    ]);
    expect(mcpServerNames("[")).toEqual([]);
    expect(mcpServerNames('{ "servers": { "__proto__": { "url": "http://x" } } }')).toEqual(["__proto__"]);
  });
});

it("never throws on any prefix, at any offset", () => {
  const texts = [
    json,
    yaml,
    '{ "tools": { "A": [{ "code": "c" }] }, "traits": {} }',
    '{ "servers": { "a": { "url": "http://x" } } }',
  ];
  const kinds = ["opentool", "policy", "mcp-servers"] as const;
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.nat(500),
      fc.string({ unit: "binary", maxLength: 5 }),
      fc.integer({ min: -5, max: 600 }),
      fc.constantFrom(...kinds),
      fc.constantFrom("json" as const, "yaml" as const),
      (text, length, typed, offset, kind, format) => {
        const document = openDocument(text.slice(0, length) + typed, kind, { format });
        documentIssues(document);
        documentCompletionsAt(document, offset);
        documentHoverAt(document, offset);
        documentDefinitionAt(document, offset);
        documentOutline(document);
        documentFoldingRanges(document);
        documentCodeActionsAt(document);
        applyEdits(document.text, documentFormattingEdits(document, { tabSize: 2, insertSpaces: true }));
      },
    ),
    { numRuns: 300 },
  );
});
