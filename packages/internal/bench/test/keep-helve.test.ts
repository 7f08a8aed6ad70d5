import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../src/data-error.ts";
import { keepHelveTable } from "../src/keep-helve.ts";

async function folderWith(...lines: readonly object[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keep-helve-"));
  await writeFile(join(folder, "everyday.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return folder;
}

describe("keep-helve", () => {
  it("counts the calls that the built-in rules stop or ask about, also after a call of the same session", async () => {
    const [session, tool] = ["s", "Bash"];
    const folder = await folderWith(
      { id: "a", lang: "bash", code: "npm test" },
      { id: "b", code: "helve trust" },
      { id: "c", lang: "python", code: "print('a')" },
      { id: "d", label: "ask", code: "helve trust" },
      { id: "e", session, tool: "Write", args: { file_path: "x.sh", content: "helve trust" } },
      { id: "f", session, tool, args: { command: "sh x.sh" } },
    );
    const text = keepHelveTable({ data: folder, explain: true });
    expect(text.trimEnd().split("\n").at(-1)).toMatch(/^everyday\.jsonl +5 +2 +1 +60\.00 %$/);
    expect(text).toMatch(/^b {2}stop {2}.*@keep_helve/m);
    expect(text).toMatch(/^e {2}pending {2}/m);
    expect(text).toMatch(/^f {2}stop {2}/m);
  });

  it("names the files that it looks for, and a language that it does not know", async () => {
    const empty = await mkdtemp(join(tmpdir(), "keep-helve-"));
    expect(() => keepHelveTable({ data: empty, explain: false })).toThrow(DataError);
    const unknown = await folderWith({ id: "a", lang: "cobol", code: "" });
    expect(() => keepHelveTable({ data: unknown, explain: false })).toThrow(/lang must be bash, .*\(got "cobol"\)/);
  });
});
