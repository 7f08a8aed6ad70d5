import { readFile } from "node:fs/promises";
import { type EffectReader, readCode } from "@helve/effects";
import { javascript } from "@helve/effects/javascript";
import { patch } from "@helve/effects/patch";
import { cmd, powershell } from "@helve/effects/powershell";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { sql } from "@helve/effects/sql";
import { packageDocs } from "@helve/testing/package-docs";
import { describe, expect, it } from "vitest";

const deletes = `python3 -c 'import os; os.remove("a")'`;
const runsCommand = `import os\nos.system("rm a")`;
const kinds = (read: ReturnType<EffectReader["read"]>): readonly string[] => read.effects.map(({ kind }) => kind);

describe("the languages that a caller passes", () => {
  it("are read inside each other", () => {
    const languages = { shell, python };
    expect(kinds(shell.read(deletes, { languages }))).toEqual(["execute", "delete"]);
    expect(kinds(python.read(runsCommand, { languages }))).toEqual(["execute", "delete"]);
  });

  it("make code of any other language unknown", () => {
    expect(kinds(shell.read(deletes))).toEqual(["execute", "anything"]);
    expect(kinds(python.read(runsCommand))).toContain("anything");
    expect(readCode("constructor", "x", { languages: {} }).effects).toEqual([
      {
        kind: "anything",
        certainty: "unknown",
        by: "",
        start: 0,
        end: 1,
        reason: "constructor code that is not read: pass languages: { constructor }",
      },
    ]);
  });

  it("may be a reader of the caller's own", () => {
    const contexts: unknown[] = [];
    const fake: EffectReader = {
      name: "python",
      read(text, context) {
        contexts.push(context);
        return { effects: [{ kind: "discard", certainty: "certain", by: text, start: 0, end: 1, what: "rows" }] };
      },
    };
    const { effects } = shell.read("python -c 'x'", { languages: { python: fake }, home: "/home/ada" });
    expect(effects).toContainEqual({
      kind: "discard",
      certainty: "certain",
      by: "x",
      start: 11,
      end: 12,
      what: "rows",
    });
    expect(contexts).toMatchObject([{ home: "/home/ada", languages: { python: fake, shell }, nesting: { depth: 1 } }]);
  });

  it("are followed only so deep", () => {
    let program = "import os\nos.remove('a')";
    for (let depth = 0; depth < 6; depth++)
      program = `import os\nos.system(${JSON.stringify(`python -c ${JSON.stringify(program)}`)})`;
    expect(kinds(python.read(program, { languages: { shell, python } }))).toContain("anything");
  });
});

describe("what is known where a text runs", () => {
  it("is the environment", () => {
    const environment = new Map([["NOTES", { from: [], text: "notes.txt" }]]);
    const target = expect.objectContaining({ path: "notes.txt" });
    expect(shell.read('rm "$NOTES"', { environment }).effects).toContainEqual(
      expect.objectContaining({ kind: "delete", target }),
    );
    expect(python.read("import os\nos.remove(os.environ['NOTES'])", { environment }).effects).toContainEqual(
      expect.objectContaining({ kind: "delete", target }),
    );
  });

  it("is standard input", () => {
    const from = [{ kind: "network", host: "x.example" }] as const;
    const runs = expect.objectContaining({ kind: "execute", program: null, from });
    expect(shell.read("sh", { standardInput: { from } }).effects).toContainEqual(runs);
    expect(python.read("exec(input())", { standardInput: { from } }).effects).toContainEqual(
      expect.objectContaining({ kind: "execute", program: null }),
    );
    expect(shell.read("sh", { standardInput: { from: [], text: "rm a" } }).effects).toContainEqual(
      expect.objectContaining({ kind: "delete" }),
    );
  });

  it("is what files hold", () => {
    const files = new Map([["a.sh", { from: [], text: "rm a" }]]);
    expect(shell.read("sh a.sh", { files }).effects).toContainEqual(expect.objectContaining({ kind: "delete" }));
  });
});

describe("the entries of the package", () => {
  it.each(["index", "languages", "effects", "path", "glob-overlap"])("src/%s.ts loads no parser", async (file) => {
    const text = await readFile(new URL(`../src/${file}.ts`, import.meta.url), "utf8");
    expect(text).not.toMatch(/from "(unbash|@lezer\/|\.\/(shell|python))/);
  });
});

describe("the languages of this package", async () => {
  const manifest = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  const docs = packageDocs(new URL("..", import.meta.url));
  const entries = Object.keys(manifest.exports).filter((entry) => !entry.startsWith("./package") && entry !== ".");

  it.each(entries)("%s exports a reader of its name, and the documentation names it", async (entry) => {
    const name = entry.slice(2);
    const module = await import(`@helve/effects/${name}`);
    expect(module[name]?.name, `@helve/effects/${name} must export an EffectReader called ${name}.`).toBe(name);
    const advice = `The language ${name} is not in the README or the guides of @helve/effects: add it.`;
    expect(docs.includes(`@helve/effects/${name}`), advice).toBe(true);
  });
});

describe.each([shell, python, javascript, sql, powershell, cmd, patch])("the reader $name", (reader) => {
  it.each([5, null, undefined, {}, ["rm", "a"]])("has unknown effects for %j", (code) => {
    const { effects } = reader.read(code as unknown as string);
    expect(effects).toMatchObject([{ kind: "anything", certainty: "unknown", start: 0, end: 0 }]);
  });

  it("takes null as no context", () => {
    expect(() => reader.read("a", null as unknown as object)).not.toThrow();
  });
});

describe("line ends, names and keys that people do not see", () => {
  const languages = { shell, python, javascript, sql, powershell, cmd };
  const kindsOf = (language: string, code: string) =>
    readCode(language, code, { languages }).effects.map(({ kind }) => kind);

  it.each([
    ["python", "# hi\rimport os; os.remove('a')", "delete"],
    ["python", "import os; os.ｒｅｍｏｖｅ('a')", "delete"],
    ["python", "from ｏｓ import remove as x\nｘ('a')", "delete"],
    ["javascript", "// hi\rrequire('fs').rmSync('a')", "delete"],
    ["javascript", "// hi\u2028require('fs').rmSync('a')", "delete"],
    ["javascript", "// hi\u2029require('fs').rmSync('a')", "delete"],
    ["sql", "-- hi\rdrop table a", "database"],
    ["sql", "select 1\\G drop table a", "database"],
    ["sql", "select 1\\g drop table a", "database"],
    ["sql", "select 1\\; drop table a", "database"],
    ["sql", "xp_cmdshell 'del a'", "delete"],
    ["javascript", "Reflect.get(require('fs'), 'rmSync')('a')", "delete"],
    ["shell", "git archive --remote=. --exec='rm -rf a' HEAD", "anything"],
    ["powershell", "# hi\rRemove-Item a", "delete"],
    ["powershell", "ls\rRemove-Item a", "delete"],
    ["shell", "r\0m -rf a", "anything"],
    ["shell", "ls\rrm -rf a", "anything"],
    ["shell", "\u0015rm -rf a", "anything"],
    ["shell", "\u001b[200~rm a", "anything"],
  ])("%s %j: %s", (language, code, kind) => {
    expect(kindsOf(language, code)).toContain(kind);
  });

  it.each(["echo a\r\necho b\r\n", "echo 'a\tb'\n", "echo a\n\fecho b"])("%j hides nothing", (code) => {
    expect(kindsOf("shell", code)).not.toContain("anything");
  });
});
