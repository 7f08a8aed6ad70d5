import type { JsonSchema } from "@helve/core";
import { isStructural, type OpenToolError, parseOpenTool, schemaValidator } from "@helve/opentool";
import schema10 from "@helve/opentool/schema/1.0.json" with { type: "json" };
import schema11 from "@helve/opentool/schema/1.1.json" with { type: "json" };
import schema20 from "@helve/opentool/schema/2.0.json" with { type: "json" };
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documents, kettle, mutated } from "./documents.ts";

const schemas: Readonly<Record<string, JsonSchema>> = {
  "1.0": schema10 as JsonSchema,
  "1.1": schema11 as JsonSchema,
  "2.0": schema20 as JsonSchema,
};

/** The versions whose schema accepts a document. */
function accepting(document: unknown): readonly string[] {
  return Object.keys(schemas).filter((version) => schemaValidator(schemas[version] ?? {})(document).length === 0);
}

function hasStructuralIssue(document: unknown): boolean {
  try {
    parseOpenTool(document);
    return false;
  } catch (error) {
    return (error as OpenToolError).issues.some(isStructural);
  }
}

describe("schema/*.json", () => {
  it.each([
    ["1", "1.0"],
    ["1.0.0", "1.0"],
    ["1.0.7", "1.0"],
    ["1.1.0", "1.1"],
    ["1.10.0", "1.1"],
    ["2.0.0", "2.0"],
    ["2.4", "2.0"],
  ])("accept a document of version %s only in schema/%s.json", (opentool, version) => {
    expect(accepting({ ...kettle, opentool })).toEqual([version]);
  });

  it.each(["0.9", "3.0.0", "10.0.0", "v1", ""])("reject a document with the version %j", (opentool) => {
    expect(accepting({ ...kettle, opentool })).toEqual([]);
    expect(hasStructuralIssue({ ...kettle, opentool })).toBe(true);
  });

  it("accept every valid document", () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(accepting(document)).toHaveLength(1);
      }),
    );
  });

  it("reject exactly the documents that have a structural issue", () => {
    fc.assert(
      fc.property(mutated, (document) => {
        expect(accepting(document)).toHaveLength(hasStructuralIssue(document) ? 0 : 1);
      }),
      { numRuns: runs(200) },
    );
  });

  it("check schemas as deeply as parseOpenTool does", () => {
    const nested = (innermost: unknown): unknown =>
      Array.from({ length: 250 }).reduce((items) => ({ type: "array", items }), innermost);
    const deep = { ...kettle, schemas: { ...kettle.schemas, Deep: nested({ type: "string" }) } };
    const wrong = { ...kettle, schemas: { ...kettle.schemas, Deep: nested({ type: "text" }) } };
    expect([accepting(deep), hasStructuralIssue(deep)]).toEqual([["1.0"], false]);
    expect([accepting(wrong), hasStructuralIssue(wrong)]).toEqual([[], true]);
  });

  it("differ only in the versions that they accept", () => {
    const rest = Object.values(schemas).map(({ title: _, description: __, properties, ...same }) => {
      const { opentool: ___, ...fields } = properties ?? {};
      return { ...same, fields };
    });
    expect(rest[1]).toEqual(rest[0]);
    expect(rest[2]).toEqual(rest[0]);
  });
});
