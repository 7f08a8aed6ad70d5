import { describe, expect, it } from "vitest";
import { catalogueEntries } from "../src/go/catalogue.ts";
import { catalogueProblems } from "./catalogue-problems.ts";

describe("the catalogue of Go calls", () => {
  it("has no mistakes in its entries", () => {
    expect(catalogueProblems(catalogueEntries, /^(\*|[A-Za-z][\w./-]*)(\.\w+)+$/)).toEqual([]);
  });
});
