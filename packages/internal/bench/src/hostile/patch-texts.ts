import { type HostileText, repeated } from "./hostile-text.ts";

/** Patches that are long or have many parts. */
export const patchTexts: readonly HostileText[] = [
  ["15,000 files of a unified diff", repeated(15_000, (n) => `--- a/f${n}\n+++ b/f${n}\n@@ -1 +1 @@\n-a\n+b`, "\n")],
  ["a hunk of 250,000 lines", `--- a/f\n+++ b/f\n@@ -1,250000 +1,250000 @@\n${"+a\n".repeat(250_000)}`],
  ["50,000 hunks", `--- a/f\n+++ b/f\n${repeated(50_000, (n) => `@@ -${n} +${n} @@\n-a\n+b`, "\n")}`],
  ["headers without hunks", repeated(60_000, () => "--- a/f\n+++ b/f", "\n")],
  ["1 MB of minus signs", "-".repeat(1_000_000)],
  ["1 MB of git headers", repeated(30_000, () => "diff --git a/a b/a\nnew file mode 100644", "\n")],
  ["git headers of one line", `diff --git ${"a/b ".repeat(100_000)}`],
  ["20,000 files of an envelope", envelope(repeated(20_000, (n) => `*** Add File: f${n}\n+a`, "\n"))],
  ["a file of 300,000 lines in an envelope", envelope(`*** Add File: f\n${"+a\n".repeat(300_000)}`)],
  ["50,000 moves", envelope(repeated(20_000, (n) => `*** Update File: f${n}\n*** Move to: g${n}\n@@\n-a\n+b`, "\n"))],
  ["400 files that start programs", envelope(repeated(400, (n) => `*** Add File: .git/hooks/h${n}\n+rm -r a*`, "\n"))],
].map(([name = "", text = ""]) => ({ language: "patch", name, text }));

function envelope(files: string): string {
  return `*** Begin Patch\n${files}\n*** End Patch`;
}
