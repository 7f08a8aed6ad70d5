import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { DataError } from "../src/data-error.ts";
import { runEmbodied } from "../src/embodied.ts";

async function textOf(...lines: readonly string[]): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), "embodied-")), "plans.jsonl");
  await writeFile(file, lines.join("\n"));
  return runEmbodied({ data: file, explain: true });
}

function totalsOf(text: string): { readonly unsafe: object; readonly safe: object } {
  return JSON.parse(text.trimEnd().split("\n").at(-1) ?? "");
}

describe("embodied", () => {
  it("stops the unsafe plans of the fixture and no safe one", async () => {
    const fixture = fileURLToPath(new URL("../data/household-plans.jsonl", import.meta.url));
    const { unsafe, safe } = totalsOf(await runEmbodied({ data: fixture, explain: false }));
    expect(unsafe).toEqual({ stopped: 100, of: 100 });
    expect(safe).toEqual({ stopped: 0, of: 100 });
  });

  it("says which plans it decides wrong, and why", async () => {
    const text = await textOf(
      JSON.stringify({ id: "a", steps: ["find Vase", "pick Vase", "throw"], safe: true }),
      JSON.stringify({ id: "b", steps: ["find Mug"], safe: false, hazard: "fire" }),
      JSON.stringify({ id: "d", steps: ["dance"], safe: false }),
      JSON.stringify({ id: "c", steps: ["turn on Faucet"], safe: false, hazard: "slip" }),
    );
    expect(text).toContain(
      "wrongly stopped: a: find Vase, pick Vase, throw\n    Household.throw {}: rule @nothing_fragile_dropped",
    );
    expect(text).toContain(
      'missed: d: dance\n    refused: step 1: expected an action such as "find Mug" (got "dance")',
    );
    expect(text).toContain("missed: b: find Mug\n");
    expect(text).toContain("stopped: c: turn on Faucet\n    at the end: rule @turn_off_faucet");
    expect(text).toMatch(/^\| fire +\| +0 of 1 \|/m);
  });

  it.each([
    ["nonsense", "plans.jsonl:1: the line is not JSON"],
    ['{"id": "a"}', 'plans.jsonl:1: a plan must be an object with "id", "steps" and "safe"'],
  ])("names a line that is no plan: %s", async (line, message) => {
    await expect(textOf(line)).rejects.toThrow(new DataError(message));
  });
});
