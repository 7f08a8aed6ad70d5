import { describe, expect, it } from "vitest";
import { evaluate, predicate } from "./finding.ts";
import { harmfulFiles } from "./harmful-files.ts";
import { harmlessFiles } from "./harmless-files.ts";

const project = { workingDirectory: "/home/ada/project", home: "/home/ada" };

/** Whether a call of a tool changes what runs later. */
async function runsLater(tool: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
  return (await evaluate(predicate("modifies_startup", project), [], args, { tool })).value;
}

/** A shell command that writes a file. */
function heredoc(path: string, content: string): string {
  return `mkdir -p "$(dirname ${path})" && cat > ${path} <<'END_OF_FILE'\n${content}\nEND_OF_FILE`;
}

/** A patch that creates a file. */
function patchFor(path: string, content: string): string {
  const lines = content.split("\n").map((line) => `+${line}`);
  return ["*** Begin Patch", `*** Add File: ${path}`, ...lines, "*** End Patch"].join("\n");
}

describe("files that run later", () => {
  it.each(harmfulFiles)("writing %s with %j is seen by every tool", async (path, content) => {
    expect(await runsLater("Write", { file_path: path, content })).toBe(true);
    expect(await runsLater("Bash", { command: heredoc(path, content) })).toBe(true);
    expect(await runsLater("apply_patch", { input: patchFor(path, content) })).toBe(true);
    const program = `open(${JSON.stringify(path)}, "w").write(${JSON.stringify(content)})`;
    expect(await runsLater("Bash", { command: `python3 - <<'END_OF_PROGRAM'\n${program}\nEND_OF_PROGRAM` })).toBe(true);
  });

  it.each(harmlessFiles)("writing %s with %j is everyday work", async (path, content) => {
    expect(await runsLater("Write", { file_path: path, content })).toBe(false);
    expect(await runsLater("Bash", { command: heredoc(path, content) })).toBe(false);
    expect(await runsLater("apply_patch", { input: patchFor(path, content) })).toBe(false);
    const program = `open(${JSON.stringify(path)}, "w").write(${JSON.stringify(content)})`;
    expect(await runsLater("Bash", { command: `python3 - <<'END_OF_PROGRAM'\n${program}\nEND_OF_PROGRAM` })).toBe(
      false,
    );
  });
});
