import { readFile } from "node:fs/promises";
import { predicateCatalogue } from "@helve/predicates";
import { expect, it } from "vitest";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
const rows = readme.split("\n").filter((line) => line.startsWith("| `"));

it.each(predicateCatalogue.map(({ name }) => name))("%s is documented in the README", (name) => {
  const advice = `The predicate "${name}" is in no table of packages/rules/predicates/README.md: add a row that says when it is true.`;
  expect(
    rows.some((row) => new RegExp(`\`${name}[\`(]`).test(row.split("|")[1] ?? "")),
    advice,
  ).toBe(true);
});
