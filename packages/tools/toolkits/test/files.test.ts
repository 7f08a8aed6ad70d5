import type { Sandbox } from "@helve/sandbox";
import { memorySandbox } from "@helve/sandbox/memory";
import { callTool, testDescriptions } from "@helve/toolkit-tests/describe-toolkit";
import { sandboxes } from "@helve/toolkit-tests/sandboxes";
import { Files, filesUses } from "@helve/toolkits/files";
import { describe, expect, it } from "vitest";

const filesIn =
  (sandbox: Sandbox, options = {}) =>
  (tool: string, args: Record<string, unknown> = {}) =>
    callTool(new Files({ sandbox, ...options }), tool, args) as Promise<string>;

describe("Files", () => {
  testDescriptions({ document: "files", create: (locale) => new Files({ locale }), uses: filesUses });

  it("refuses a root that is no path, and a time that is no number", () => {
    expect(() => new Files({ root: 5 as unknown as string })).toThrow('"root" must be the path of a folder (got 5)');
    expect(() => new Files({ searchTime: "5" as unknown as number })).toThrow('"searchTime" must be a number above 0');
  });
});

describe.each(sandboxes)("Files in $name", ({ create, missing }) => {
  const test = it.skipIf(missing !== undefined);

  test("reads a part of a file, with numbers, and says what is missing", async () => {
    await using sandbox = await create();
    const files = filesIn(sandbox);
    await sandbox.writeFile("a.txt", "one\r\ntwo\nthree\nfour\n");
    expect(await files("Read", { path: "a.txt" })).toBe("one\ntwo\nthree\nfour");
    expect(await files("Read", { path: "a.txt", start_line: 2, line_count: 2, line_numbers: true })).toBe(
      "2 | two\n3 | three\n[lines 2 to 3 of 4; go on with start_line 4]",
    );
    await expect(files("Read", { path: "a.txt", start_line: 9 })).rejects.toThrow(
      'Files.Read: "start_line" must be 1 to 4, the lines of a.txt (got 9)',
    );
    await expect(files("Read", { path: "b.txt" })).rejects.toMatchObject({ code: "not_found" });
  });

  test("refuses a binary file", async () => {
    await using sandbox = await create();
    await sandbox.writeFile("a.png", new Uint8Array([137, 80, 0, 1]));
    await expect(filesIn(sandbox)("Read", { path: "a.png" })).rejects.toThrow(
      "a.png is no text file in UTF-8: it has 4 bytes of other data.",
    );
  });

  test("writes, edits, moves and deletes files", async () => {
    await using sandbox = await create();
    const files = filesIn(sandbox);
    expect(await files("Write", { path: "-d/a.txt", content: "one\ntwo\n" })).toBe("Wrote 2 lines to -d/a.txt.");
    expect(await files("Edit", { path: "-d/a.txt", old_text: "two", new_text: "three" })).toBe(
      "Replaced the old text in line 2 of -d/a.txt.\n--- -d/a.txt\n+++ -d/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+three",
    );
    expect(await files("Move", { from: "-d", to: "e/f g" })).toBe("Moved -d to e/f g.");
    expect(await sandbox.readFile("e/f g/a.txt")).toBe("one\nthree\n");
    await files("Write", { path: "b.txt", content: "" });
    await expect(files("Move", { from: "b.txt", to: "e/f g/a.txt" })).rejects.toThrow("e/f g/a.txt exists already");
    await expect(files("Move", { from: "missing", to: "c" })).rejects.toThrow("missing");
    await expect(files("Delete", { path: "e" })).rejects.toThrow('e is a directory: set "recursive"');
    await files("Delete", { path: "e", recursive: true });
    expect(await files("List")).toBe("b.txt");
  });

  test("deletes and moves neither the root nor a folder around it", async () => {
    await using sandbox = await create();
    await sandbox.writeFile("project/a/b.txt", "b");
    const real = await sandbox.exec(["sh", "-c", "ln -s .. up && ln -s project link && pwd"]);
    const outer = real.stdout.trim();
    for (const root of [undefined, outer]) {
      const files = filesIn(sandbox, { root });
      for (const path of [
        ".",
        "",
        "project/..",
        "project/a/../..",
        outer,
        `${outer}/.`,
        `up/${outer.split("/").at(-1)}`,
      ]) {
        if (root !== undefined && path.startsWith("up/")) continue;
        await expect(files("Delete", { path, recursive: true })).rejects.toThrow("is or contains");
        await expect(files("Move", { from: path, to: "new" })).rejects.toThrow("is or contains");
      }
      await expect(files("Delete", { path: "..", recursive: true })).rejects.toThrow(/is or contains|is outside of/);
      await expect(files("Delete", { path: "/", recursive: true })).rejects.toThrow(/is or contains|is outside of/);
    }
    expect(await sandbox.readFile("project/a/b.txt")).toBe("b");

    const files = filesIn(sandbox, { root: "project" });
    await expect(files("Delete", { path: "a/..", recursive: true })).rejects.toThrow(
      `a/.. is or contains ${outer}/project, which can't be deleted or moved`,
    );
    for (const path of ["a/..", "a/../", ""]) {
      await expect(files("Write", { path, content: "" })).rejects.toMatchObject({ code: "is_directory" });
    }
    await files("Delete", { path: "a/../a/b.txt" });
    expect(await files("List", { path: "a" })).toBe("[a is empty]");
    // A link is deleted itself, not the folder that it leads to.
    await filesIn(sandbox)("Delete", { path: "link/", recursive: true });
    expect(await filesIn(sandbox)("List")).toBe("project/\nup@");
  });

  test("moves nothing over a link that leads nowhere", async () => {
    await using sandbox = await create();
    await sandbox.writeFile("a.txt", "a");
    await sandbox.exec(["sh", "-c", "ln -s missing link"]);
    await expect(filesIn(sandbox)("Move", { from: "a.txt", to: "link" })).rejects.toThrow("link exists already");
  });

  test("lists directories, but not what is in .git and node_modules", async () => {
    await using sandbox = await create();
    for (const path of ["a/b/c.txt", "a/d.txt", ".git/config", "node_modules/x/y.js"])
      await sandbox.writeFile(path, "");
    await sandbox.exec(["ln", "-s", "a", "link"]);
    const files = filesIn(sandbox);
    expect(await files("List")).toBe(".git/\na/\nlink@\nnode_modules/");
    expect(await files("List", { depth: 3 })).toBe(".git/\na/\na/b/\na/b/c.txt\na/d.txt\nlink@\nnode_modules/");
    expect(await filesIn(sandbox, { maxEntries: 1 })("List", { path: "a" })).toBe(
      "b/\n[only the first 1 entries are listed]",
    );
    await expect(files("List", { path: "nope" })).rejects.toMatchObject({ code: "not_found" });
  });

  test("searches text files by a regular expression, a text and a glob", async () => {
    await using sandbox = await create();
    await sandbox.writeFile("src/a.ts", "const x = 1;\nconst total = x + 12;\n");
    await sandbox.writeFile("src/b.js", "const y = f(x);\n");
    await sandbox.writeFile("node_modules/c.ts", "const x = 1;\n");
    await sandbox.writeFile("bin", new Uint8Array([0, 120]));
    const files = filesIn(sandbox);
    expect(await files("Search", { pattern: "\\d{2}" })).toBe(
      "src/a.ts:2: const total = x + 12;\n[1 files that are no text or too large were skipped]",
    );
    expect(await files("Search", { pattern: "F(X)", literal: true, ignore_case: true, glob: "*.{js,jsx}" })).toBe(
      "src/b.js:1: const y = f(x);",
    );
    expect(await files("Search", { pattern: "const", path: "src", glob: "src/*" })).toBe("No line matches in 0 files.");
    expect(await filesIn(sandbox, { maxMatches: 1 })("Search", { pattern: "const", path: "src/a.ts" })).toBe(
      "src/a.ts:1: const x = 1;\n[more than 1 lines match; only the first are shown]",
    );
    await expect(files("Search", { pattern: "(" })).rejects.toThrow(/"pattern" is invalid: .*Set "literal"/);
  });

  test("keeps paths in a folder, also through .. and symbolic links", async () => {
    await using sandbox = await create();
    await sandbox.writeFile("project/a.txt", "a");
    await sandbox.writeFile("other/b.txt", "b");
    await sandbox.exec([
      "sh",
      "-c",
      "ln -s ../other project/out; ln -s a.txt project/in; ln -s ../other/new project/dangling\n" +
        "mkdir project/evil; ln -s '../other' 'project/evil\n'; ln -s 'evil\n' project/line",
    ]);
    const files = filesIn(sandbox, { root: "project" });
    expect(await files("Read", { path: "a.txt" })).toBe("a");
    expect(await files("Read", { path: `${sandbox.workingDirectory}/project/in` })).toBe("a");
    expect(await files("Read", { path: "x/../a.txt" })).toBe("a");
    expect(await files("Write", { path: "new/c.txt", content: "c" })).toBe("Wrote 1 line to new/c.txt.");
    for (const path of ["../other/b.txt", "out/b.txt", "/etc/passwd", "out/new/x", "dangling", "line/b.txt"]) {
      await expect(files("Read", { path }), path).rejects.toThrow("only files in this folder may be used");
      await expect(files("Write", { path, content: "" }), path).rejects.toThrow("only files in this folder");
    }
    await expect(files("Move", { from: "a.txt", to: "../a.txt" })).rejects.toThrow("is outside of");
    await files("Delete", { path: "out" }); // the link itself
    expect(await sandbox.readFile("other/b.txt")).toBe("b");
  });
});

it("searches for a pattern that would backtrack", async () => {
  await using sandbox = await memorySandbox({ files: { "a.txt": `${"a".repeat(5000)}!` } });
  expect(await filesIn(sandbox)("Search", { pattern: "^(a+)+$" })).toBe("No line matches in 1 files.");
});
