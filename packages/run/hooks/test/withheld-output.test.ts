import { withheldClaudeOutput } from "@helve/hooks";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const text = "The result is withheld: rule @r";

describe("withheldClaudeOutput", () => {
  it.each<readonly [tool: string, response: unknown, output: unknown]>([
    [
      "Bash",
      { stdout: "data:image/png;base64,AA", stderr: "secret", interrupted: true, isImage: true },
      { stdout: text, stderr: "", interrupted: true, isImage: false },
    ],
    [
      "Read",
      { type: "image", file: { base64: "c2VjcmV0", type: "image/png", originalSize: 6 } },
      { type: "text", file: { filePath: "", content: text, numLines: 1, startLine: 1, totalLines: 1 } },
    ],
    [
      "Read",
      { type: "text", file: { filePath: "/a", content: "secret", numLines: 9, startLine: 3, totalLines: 11 } },
      { type: "text", file: { filePath: "/a", content: text, numLines: 1, startLine: 1, totalLines: 1 } },
    ],
    [
      "Grep",
      { mode: "content", numFiles: 0, filenames: [], content: "a:secret", numLines: 7 },
      { mode: "content", numFiles: 1, filenames: [], content: text, numLines: 1 },
    ],
    [
      "Glob",
      { filenames: ["secret.pem", "other"], numFiles: 2, truncated: false },
      { filenames: [text], numFiles: 1, truncated: false },
    ],
    [
      "Write",
      {
        type: "update",
        filePath: "/a",
        content: "secret",
        originalFile: null,
        structuredPatch: [{ lines: ["secret"] }],
      },
      { type: "update", filePath: text, content: text, originalFile: null, structuredPatch: [{ lines: [text] }] },
    ],
    ["WebFetch", { code: 200, result: "secret", url: "u" }, { code: 1, result: text, url: text }],
    ["mcp__bank__balance", [{ type: "image", data: "secret" }], [{ type: "text", text }]],
    ["mcp__bank__balance", '{"balance": 7}', text],
  ])("has the form of the result of %s", (tool, response, output) => {
    expect(withheldClaudeOutput(tool, response, text)).toEqual({ output, isCertain: true });
  });

  it("is not certain for a tool that is not known, and for an unexpected result", () => {
    expect(withheldClaudeOutput("New", { text: "secret" }, text)).toEqual({ output: { text }, isCertain: false });
    expect(withheldClaudeOutput("Bash", ["secret"], text)).toMatchObject({ isCertain: false });
    expect(withheldClaudeOutput("Glob", null, text)).toMatchObject({ isCertain: false });
  });

  it("has no text and no number of the result, whatever its form", () => {
    const secret = fc.constantFrom("secret", "type: secret", 4217);
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        secret,
        fc.array(tie("tree")),
        fc.dictionary(fc.constantFrom("type", "file", "status", "a"), tie("tree")),
      ),
    }));
    fc.assert(
      fc.property(fc.constantFrom("Bash", "Read", "Glob", "New", "mcp__a__b"), tree, (tool, response) => {
        const written = JSON.stringify(withheldClaudeOutput(tool, response, text).output);
        // A word as the value of "type" names a variant.
        expect(written.replaceAll(/"(?:type|status)":"secret"/g, "")).not.toMatch(/secret|4217/);
      }),
    );
  });
});
