import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { argumentsTable } from "../src/arguments.ts";

const docs = new URL("../../../../apps/docs/src/content/docs/", import.meta.url);
const page = readFileSync(new URL("about/benchmarks.md", docs), "utf8");
const guide = readFileSync(new URL("guides/arguments/comparison-with-other-libraries.md", docs), "utf8");

/** The cells of a row of a Markdown table. */
const cells = (row: string): readonly string[] =>
  row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

it("the documentation has the figures that bench arguments prints", async () => {
  const table = await argumentsTable();
  expect(guide.replaceAll(/ +/g, " ")).toContain(table.trim().replaceAll(/ +/g, " "));
  const rows = table.trim().split("\n").map(cells);
  const row = (name: string): readonly string[] => rows.find(([first]) => first === name) ?? [];
  const [head = [], right, wrong] = [rows[0], row("**all**"), row("read as something else")];
  const shown = page
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map(cells);
  for (const [index, library] of head.entries()) {
    if (index < 2) continue; // the kind and the number of cases
    const name = library.replaceAll("`", "");
    const [, ...figures] = shown.find(([first = ""]) => first.replaceAll("`", "") === name) ?? [];
    expect([library, ...figures]).toEqual([library, right[index], wrong[index]]);
  }
  expect(page).toContain(`${right[1]} broken arguments`);
});
