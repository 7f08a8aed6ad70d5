import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Position, Range } from "vscode-languageserver";
import { type InProcess, startInProcess } from "./in-process.ts";

const rule = (name: string) =>
  `/// Über 😀.\nrule @${name}\ntrigger Terminal.Execute // 😀\nlet n = 1\ncheck is_destructive(args.command) & args.n > n\nenforce user_inspection("Really \${args.n}?")\nend\n`;
const rules = `on unknown stop\nlet limit = 2\n\n${["a", "b", "c", "d"].map(rule).join("\r\n")}
test "t"
given prompt "x"
when Terminal.Execute({ "command": "rm -r /" })
expect user_inspection by @a
end
`;
const document = `{
  "opentool": "1.1.0",
  "info": { "title": "Mail 😀", "version": "1" },
  "functions": [{ "name": "Send", "description": "", "parameters": [] }]
}`;
const policy = '{\r\n  "trustedHosts": ["😀.org"],\r\n  "tools": { "A.B": { "code": "c", "language": "shell" } }\r\n}';
const texts = { "file:///a.agentspec": rules, "file:///a.opentool.json": document, "file:///a.policy.json": policy };
const uris = Object.keys(texts) as (keyof typeof texts)[];

const snippets = [
  ...[
    "",
    "x",
    " ",
    "\n",
    "\r\n",
    "\r",
    '"',
    "(",
    "}",
    "{",
    "/*",
    "*/",
    "//",
    "😀",
    "\ud83d",
    "\u2028",
    "\0",
    "@",
    ":",
    ",",
  ],
  ...["end", "rule @a\n", "test ", "let n = 3\n", "default deny\n", '"opentool": ', "__proto__", "a".repeat(200)],
];
const position = fc.record({ line: fc.nat(45), character: fc.nat(60) });
const edit = fc.record({ from: position, to: position, text: fc.constantFrom(...snippets) });
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

/** The offset of a position: beyond a line it is the end of the line, beyond the text the end of the text. */
function offsetIn(text: string, { line, character }: Position): number {
  const endings = [...text.matchAll(/\r\n|\r|\n/g)];
  if (line > endings.length) return text.length;
  const before = endings[line - 1];
  const start = before === undefined ? 0 : before.index + before[0].length;
  return Math.min(start + character, endings[line]?.index ?? text.length);
}

/** The text after an edit. Edits are short, so that some of the text remains. */
function edited(text: string, { from, to, text: inserted }: Edit): { readonly text: string; readonly range: Range } {
  const near = { line: from.line + (to.line % 2), character: to.character };
  const [start, end] = offsetIn(text, from) <= offsetIn(text, near) ? [from, near] : [near, from];
  return {
    text: text.slice(0, offsetIn(text, start)) + inserted + text.slice(offsetIn(text, end)),
    range: { start, end },
  };
}

const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

describe("edits", () => {
  it("keep the text of the server equal to that of the client, and its diagnostics to those of a new document", async () => {
    const session = await startInProcess();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...uris),
        fc.array(fc.array(edit, { maxLength: 3 }), { maxLength: 6 }),
        async (uri, changes) => {
          const name = uri.replace("///a", `///${count++}`);
          let text: string = texts[uri];
          let version = 1;
          await session.open(name, text);
          for (const group of changes) {
            const contentChanges = [];
            for (const one of group) {
              const next = edited(text, one);
              // A transport in UTF-8 can't hold half a character: an editor does not send one.
              if (lone.test(next.text) || lone.test(one.text)) continue;
              contentChanges.push({ range: next.range, text: one.text });
              text = next.text;
            }
            await session.change(name, ++version, contentChanges);
            if (version % 2 === 0) await session.diagnostics(name, version);
          }
          const found = await session.diagnostics(name, version);
          expect(session.server.textOf(name)).toBe(text);
          await session.close(name);
          const fresh = uri.replace("///a", `///${count++}`);
          await session.open(fresh, text);
          expect(found).toEqual(await session.diagnostics(fresh));
          await session.close(fresh);
        },
      ),
      { numRuns: runs(150, 5000) },
    );
  });

  it("never make a request fail, at any prefix", async () => {
    const session = await startInProcess({ ruleCounts: async () => new Map() });
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...uris),
        fc.nat(900),
        fc.constantFrom(...snippets),
        position,
        async (uri, length, inserted, at) => {
          const name = uri.replace("///a", `///${count++}`);
          await session.open(name, texts[uri].slice(0, length) + inserted);
          await everyRequest(session, name, at);
          await session.diagnostics(name);
          await session.close(name);
        },
      ),
      { numRuns: runs(150, 5000) },
    );
  });

  it("leave nothing behind", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage: () => void = runInNewContext("gc");
    const session = await startInProcess();
    const uri = "file:///a.agentspec";
    await session.open(uri, rules);
    let version = 1;
    const edit = async (count: number): Promise<number> => {
      for (let done = 0; done < count; done++) {
        version++;
        const column = { line: 8, character: 27 };
        const end = version % 2 === 0 ? column : { line: 8, character: 28 };
        const range = { start: column, end };
        await session.change(uri, version, [{ range, text: version % 2 === 0 ? "x" : "" }]);
        await session.diagnostics(uri, version);
      }
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    await edit(runs(500, 2000));
    const before = await edit(runs(500, 2000));
    const after = await edit(runs(1000, 10_000));
    // The data that is stored for a version takes more than 10 kB.
    expect(after - before).toBeLessThan(4_000_000);
  });
});

/** Sends every request that a document can have. Only a rename may be refused. */
async function everyRequest({ client }: InProcess, uri: string, at: Position): Promise<void> {
  const textDocument = { uri };
  const range = { start: { line: 0, character: 0 }, end: at };
  const options = { tabSize: 2, insertSpaces: true };
  const context = { diagnostics: [], includeDeclaration: true };
  const params = { textDocument, position: at, range, options, context, ch: "\n" };
  const methods = [
    ...["completion", "hover", "definition", "references", "documentHighlight", "prepareRename", "documentSymbol"],
    ...["codeAction", "formatting", "rangeFormatting", "onTypeFormatting", "semanticTokens/full"],
    ...["semanticTokens/range", "foldingRange", "inlayHint", "codeLens"],
  ];
  await Promise.all([
    ...methods.map((method) => client.sendRequest(`textDocument/${method}`, params)),
    client.sendRequest("workspace/symbol", { query: "a" }),
    client.sendRequest("workspace/executeCommand", { command: "helve.runTest", arguments: [uri, 0] }),
    client
      .sendRequest("textDocument/rename", { ...params, newName: "b2" })
      .catch((error: { readonly code: number }) => {
        if (error.code !== -32803) throw error;
      }),
  ]);
}
