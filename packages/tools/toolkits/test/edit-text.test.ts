import { memorySandbox } from "@helve/sandbox/memory";
import { callTool } from "@helve/toolkit-tests/describe-toolkit";
import { Files } from "@helve/toolkits/files";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Edits a file, and returns its text and what the model reads. */
async function edit(text: string, old_text: string, new_text: string, more: object = {}) {
  await using sandbox = await memorySandbox({ files: { "a.py": text } });
  const report = (await callTool(new Files({ sandbox }), "Edit", {
    path: "a.py",
    old_text,
    new_text,
    ...more,
  })) as string;
  return { text: await sandbox.readFile("a.py"), report };
}

describe("an edit", () => {
  it("replaces the one place that is exactly so, and shows a diff", async () => {
    const { text, report } = await edit("a\nb\nc\nd\ne\nf\n", "e", "E\nE2");
    expect(text).toBe("a\nb\nc\nd\nE\nE2\nf\n");
    expect(report).toBe(
      "Replaced the old text in line 5 of a.py.\n--- a.py\n+++ a.py\n@@ -2,5 +2,6 @@\n b\n c\n d\n-e\n+E\n+E2\n f",
    );
  });

  it("replaces all places if it is to", async () => {
    const { text, report } = await edit("x = x\ny\nx\n", "x", "z", { replace_all: true });
    expect(text).toBe("z = z\ny\nz\n");
    expect(report).toContain("Replaced the old text in 3 places of a.py.");
    expect(report).toContain("@@ -1,3 +1,3 @@\n-x = x\n+z = z\n y\n-x\n+z");
  });

  it("replaces very many places of one line", async () => {
    const text = " a=1;".repeat(100_000);
    expect((await edit(text, "a=1", "b=2", { replace_all: true })).text).toBe(" b=2;".repeat(100_000));
    expect((await edit(text, " a", " b\n", { replace_all: true })).text).toBe(" b\n=1;".repeat(100_000));
  });

  it("shows a diff of places with very many lines", async () => {
    const old = `${"x\n".repeat(150_000)}y\n`;
    const { text, report } = await edit(old + old, old, "z\n", { replace_all: true });
    expect(text).toBe("z\nz\n");
    expect(report).toContain("@@ -1,300002 +1,2 @@");
  });

  it("keeps line ends and the byte order mark", async () => {
    expect((await edit("\uFEFFone\r\ntwo\r\n", "one\ntwo", "1\n2\n3")).text).toBe("\uFEFF1\r\n2\r\n3\r\n");
    expect((await edit("one\r\ntwo\r\n", "two", "2\n3")).text).toBe("one\r\n2\r\n3\r\n");
    expect((await edit("one\ntwo\n", "one\r\ntwo", "1\r\n2")).text).toBe("1\n2\n");
  });

  it("keeps line ends of the classic Mac OS", async () => {
    const { text, report } = await edit("one\rtwo\rthree\r", "one\ntwo", "1\r\n2\n3");
    expect(text).toBe("1\r2\r3\rthree\r");
    expect(report).toContain("line 1 of a.py.\n--- a.py\n+++ a.py\n@@ -1,3 +1,4 @@\n-one\n-two\n+1\n+2\n+3\n three");
    expect((await edit("one\rtwo", "one\rtwo", "1\r2\r3")).text).toBe("1\r2\r3");
  });

  it.each([
    ["return  xyz\n", "return x"],
    ["maxcount  = 0\n", "count = 0"],
    ["chi  = 0\n", "hi = 0"],
    ["é\u0301x  = 0\n", "x = 0"],
    ["f(a,  b)\n", " a, b"],
    ["f(a,  b)\n", "a, b "],
    ["x = f(a,  b)\n", "\nf(a, b)"],
    ["f(a,  b) + 1\n", "f(a, b)\n"],
  ])("finds no part of a word, and no white space or line end that is missing: %j, %j", async (text, old) => {
    await expect(edit(text, old, "y")).rejects.toThrow('"old_text" is not in a.py');
  });

  it("finds a text loosely next to punctuation, and at the borders of the file", async () => {
    expect((await edit("-count  = 0;", "count = 0", "n = 1")).text).toBe("-n = 1;");
    expect((await edit("a  b", "\na b\n", "c")).text).toBe("c");
  });

  it("indents all new lines if the old text has a part of the indentation only", async () => {
    const { text } = await edit(
      "def f():\n        return 1\n",
      "    return 1\n",
      "    if x:\n        return 2\n    return 1\n",
    );
    expect(text).toBe("def f():\n        if x:\n            return 2\n        return 1\n");
    expect((await edit("    a = 1\n    b = 2\n", "a = 1", "a = 3\n    c = 4")).text).toBe(
      "    a = 3\n    c = 4\n    b = 2\n",
    );
    expect((await edit("    a = 1\n", "  a = 1", "  a = 2")).text).toBe("    a = 2\n");
    expect((await edit("        a\n    b\n        a\n", "    a\n", "    a\n    c\n", { replace_all: true })).text).toBe(
      "        a\n        c\n    b\n        a\n        c\n",
    );
  });

  it("tolerates other indentation, and indents the new text like the place", async () => {
    const { text, report } = await edit(
      "class A:\n    def f(self):\n        return 1\n",
      "def f(self):\n  return 1\n",
      "def f(self):\n  if x:\n    return 2\n  return 1\n",
    );
    expect(text).toBe("class A:\n    def f(self):\n        if x:\n            return 2\n        return 1\n");
    expect(report).toContain("It was found apart from white space or quotation marks");
  });

  it("writes tabs where the file has tabs", async () => {
    const { text } = await edit(
      "f() {\n\tif (a) {\n\t\tb();\n\t}\n}\n",
      "  if (a) {\n    b();\n  }",
      "  if (a) {\n    while (c) {\n      b();\n    }\n  }",
    );
    expect(text).toBe("f() {\n\tif (a) {\n\t\twhile (c) {\n\t\t\tb();\n\t\t}\n\t}\n}\n");
  });

  it("tolerates typographic quotes and white space within a line", async () => {
    expect((await edit("print(“it’s”,  1)\n", 'print("it\'s", 1)', "print(2)")).text).toBe("print(2)\n");
    expect((await edit("a = f(x,\u00A0y) + 1\n", "f(x, y)", "g(x)")).text).toBe("a = g(x) + 1\n");
  });

  it("deletes whole lines", async () => {
    expect((await edit("a\n\tb\nc\n", "    b\n", "")).text).toBe("a\nc\n");
    expect((await edit("a\n    b", "b\n", "")).text).toBe("a\n");
  });

  it("names the lines of several places", async () => {
    await expect(edit("x\ny\nx\n", "x", "z")).rejects.toThrow(
      'Files.Edit: "old_text" is in 2 places of a.py (lines 1, 3): add lines around it until it is in only one, or set "replace_all".',
    );
    await expect(edit("  x  1\ny\n\tx\t1\n", "x 1", "z")).rejects.toThrow(
      '"old_text" is apart from white space and quotes in 2 places of a.py (lines 1, 3)',
    );
  });

  it("shows the most similar place if there is none", async () => {
    await expect(
      edit("def one():\n    return 1\n\ndef two():\n    return 2\n", "def two():\n    return 3", ""),
    ).rejects.toThrow(
      'Files.Edit: "old_text" is not in a.py. The most similar place is lines 4 to 5:\n4 | def two():\n5 |     return 2',
    );
    await expect(edit("a\n", "something else", "")).rejects.toThrow("No place is similar: read the file again.");
  });

  it("refuses an empty text, and a text that stays as it is", async () => {
    await expect(edit(`let one = 1;${"x".repeat(10_000)}`, "let one = 2;", "")).rejects.toThrow(
      /The most similar place is line 1:\n1 \| let one = 1;x{488} \[… 9512 characters cut …\]$/,
    );
    await expect(edit("a\n", "", "b")).rejects.toThrow("must not be empty");
    await expect(edit("a\n", "a", "a")).rejects.toThrow("are the same");
  });
});

const line = fc.constantFrom("a", "b  c", "if x:", "", "“q”", "  d");
const indent = fc.constantFrom("", "  ", "    ", "\t");

describe("any edit", () => {
  it("of a unique text does what replacing it does", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(line), fc.string({ maxLength: 30 }), async (before, after, added) => {
        const [head, tail] = [before.join("\n"), after.join("\n")];
        const { text } = await edit(`${head}\nUNIQUE\n${tail}`, "UNIQUE", added);
        expect(text).toBe(`${head}\n${added.replace(/\r\n/g, "\n")}\n${tail}`);
      }),
      { numRuns: 50 },
    );
  });

  it("of text with other indentation changes nothing around it, and has a diff that leads from the one to the other", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(line), indent, indent, async (before, after, own, other) => {
        const [head, tail] = [before.join("\n"), after.join("\n")];
        const { text, report } = await edit(
          `${head}\n${own}FIRST\n${own}  SECOND\n${tail}\n`,
          `${other}FIRST\n${other}  SECOND`,
          `${other}FIRST\n${other}  THIRD`,
        );
        expect(text).toBe(`${head}\n${own}FIRST\n${own}  THIRD\n${tail}\n`);
        expect(report).toContain(`-${own}  SECOND\n+${own}  THIRD`);
      }),
      { numRuns: 50 },
    );
  });
});
