import { patch } from "@helve/effects/patch";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** The effects of a patch as short texts: `change a.txt`. */
function summary(text: string): readonly string[] {
  return patch.read(text).effects.map((effect) => {
    const target = "target" in effect ? (effect.target?.path ?? "?") : "";
    const kind = effect.kind === "write" ? effect.mode : effect.kind;
    return `${kind} ${target}${effect.kind === "move" ? ` to ${effect.to?.path}` : ""}`.trim();
  });
}

describe("patch", () => {
  it.each([
    ["*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch", ["replace a.txt"]],
    [
      "*** Begin Patch\n*** Delete File: a.txt\n*** Update File: b\n@@ f\n-x\n+y\n*** End Patch",
      ["delete a.txt", "change b"],
    ],
    ["*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** End Patch", ["move a to b", "change b"]],
    ["*** Begin Patch\n*** Remove File: a\n*** End Patch", ["anything"]],
    ["*** Begin Patch\n*** End Patch", ["anything"]],
    ["--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", ["change x"]],
    ["--- x.orig\t2026-01-01\n+++ x\t2026-01-02\n@@ -1 +1 @@\n-a\n+b\n", ["change x"]],
    ["--- /dev/null\n+++ b/.git/hooks/x\n@@ -0,0 +1 @@\n+b\n", ["create .git/hooks/x", "persist .git/hooks/x"]],
    ["--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", ["delete x"]],
    ["diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n", ["move x to y"]],
    ["diff --git a/x b/y\ncopy from x\ncopy to y\n", ["read x", "create y"]],
    ["diff --git a/x y b/x y\ndeleted file mode 100644\n", ["delete x y"]],
    ["diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", ["permission x"]],
    ['diff --git "a/\\303\\244" "b/\\303\\244"\nnew file mode 100644\n', ["create ä"]],
    ["--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- a/y\n+++ b/y\n x\n", ["change x"]],
    ["--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n--- a/y\n+++ b/y\n x\n", ["anything"]],
    ["diff --git a/x b/y\nrename from x\nrename to y\n--- a/z\n+++ b/z\n", ["anything"]],
    ["--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n-a\n", ["anything"]],
    ["@@ -1 +1 @@\n-a\n+b\n", ["anything"]],
    ["rm -rf /", ["anything"]],
    ["", ["anything"]],
  ])("lists the effects of %j", (text, effects) => {
    expect(summary(text)).toEqual(effects);
  });

  it("knows the content of files that it adds, and of files whose content was known", () => {
    const files = new Map([["b.sh", { from: [], text: "ls\ncd a\nls\n" }]]);
    const text =
      "*** Begin Patch\n*** Add File: a.sh\n+rm x\n*** Update File: b.sh\n@@\n cd a\n-ls\n+rm y\n*** End Patch";
    const { after } = patch.read(text, { files });
    expect(after?.files?.get("a.sh")).toEqual({ from: [], text: "rm x\n" });
    expect(after?.files?.get("b.sh")).toEqual({ from: [], text: "ls\ncd a\nrm y\n" });
    expect(patch.read(text.replace("cd a", "cd b"), { files }).after?.files?.get("b.sh")?.text).toBeUndefined();
  });

  it("resolves paths in the directory where the patch is applied", () => {
    const targets = (directory: string | null) =>
      patch
        .read("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", { directory })
        .effects.map((effect) => "target" in effect && effect.target?.path);
    expect(targets("src")).toEqual(["src/x"]);
    expect(targets(null)).toEqual([undefined]);
  });

  it("applies a diff between two texts to the result that the diff was written for", () => {
    const line = fc.constantFrom("a", "b", "", "-", "+", "--- x", "+++ y", "@@ -1 +1 @@", "*** End Patch", "é");
    const edits = fc.array(fc.record({ kept: fc.array(line), old: fc.array(line), new: fc.array(line) }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(edits, (parts) => {
        const old = parts.flatMap((part) => [...part.kept, ...part.old]);
        const next = parts.flatMap((part) => [...part.kept, ...part.new]);
        const body = parts.flatMap((part) => [
          ...part.kept.map((each) => ` ${each}`),
          ...part.old.map((each) => `-${each}`),
          ...part.new.map((each) => `+${each}`),
        ]);
        const text = ["--- a/f", "+++ b/f", `@@ -1,${old.length} +1,${next.length} @@`, ...body].join("\n");
        const before = { from: [], text: `${old.join("\n")}\n` };
        if (old.length === 0) return;
        const { effects, after } = patch.read(text, { files: new Map([["f", before]]) });
        expect(effects.map(({ kind }) => kind)).toEqual(["write"]);
        expect(after?.files?.get("f")?.text).toBe(next.length === 0 ? "" : `${next.join("\n")}\n`);
      }),
    );
  });

  it("never throws, and positions its effects in the text", () => {
    const piece = fc.constantFrom(
      ..."*** Begin Patch|*** Add File: a|*** Update File: |*** Delete File: b|*** Move to: c|*** End Patch|--- a/x|+++ b/x".split(
        "|",
      ),
      ..."--- /dev/null|+++ /dev/null|@@ -1,2 +1 @@|@@ -0,0 +1,99999999 @@|diff --git a/x b/y|rename from|new mode 120000".split(
        "|",
      ),
      ...'+x|-y| z|\\ No newline|@@@ -1 +1 @@@|GIT binary patch|\u0000|"a\\'.split("|"),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 20 }), (lines) => {
        const text = lines.join("\n");
        for (const { start, end } of patch.read(text).effects) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });

  it("says that anything may happen in a patch of too many files", () => {
    const files = Array.from({ length: 3001 }, (_, at) => `*** Delete File: f${at}`);
    const { effects } = patch.read(`*** Begin Patch\n${files.join("\n")}\n*** End Patch`);
    expect(effects.filter(({ kind }) => kind === "delete")).toHaveLength(3000);
    expect(effects.at(-1)).toMatchObject({ kind: "anything", reason: "the patch changes more than 3000 files" });
  });

  it("reads a megabyte", () => {
    const files = new Map([["f", { from: [], text: "a\n".repeat(300_000) }]]);
    const texts = [
      `*** Begin Patch\n${"*** Delete File: a\n".repeat(50_000)}`,
      `--- f\n+++ f\n${"@@ -1,2 +1 @@\n a\n-b\n".repeat(45_000)}`,
      "diff --git a/x b/x\n".repeat(50_000),
      `--- f\n+++ f\n@@ -1,450000 +1,0 @@\n${"-\n".repeat(450_000)}`,
      `diff --git "${"\\".repeat(900_000)}`,
    ];
    for (const text of texts) {
      expect(() => patch.read(text, { files })).not.toThrow();
    }
  });
});
