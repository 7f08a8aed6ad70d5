import { predicateCatalogue } from "@helve/predicates";
import { packageDocs } from "@helve/testing/package-docs";
import { expect, it } from "vitest";

const rows = packageDocs(new URL("..", import.meta.url))
  .split("\n")
  .filter((line) => line.startsWith("| `"));

it.each(predicateCatalogue.map(({ name }) => name))("%s is documented", (name) => {
  const advice = `The predicate "${name}" is in no table of apps/docs/src/content/docs/guides/predicates: add a row that says when it is true.`;
  expect(
    rows.some((row) => new RegExp(`\`${name}[\`(]`).test(row.split("|")[1] ?? "")),
    advice,
  ).toBe(true);
});
