import { isStructural, readOpenTool } from "@helve/opentool";
import {
  functionSchema,
  infoSchema,
  openToolSchema,
  parameterSchema,
  returnSchema,
  schemaSchema,
  serverSchema,
} from "@helve/opentool/zod";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { documents, kettle, kettleWith, mutated } from "./documents.ts";

describe("openToolSchema", () => {
  it("returns every valid document unchanged", () => {
    fc.assert(
      fc.property(documents, (document) => {
        // zod leaves out members named __proto__.
        fc.pre(!JSON.stringify(document).includes("__proto__"));
        expect(openToolSchema.parse(document)).toEqual(document);
      }),
    );
  });

  it("refuses exactly the documents that have a structural issue", () => {
    fc.assert(
      fc.property(mutated, (document) => {
        fc.pre(!JSON.stringify(document).includes("__proto__"));
        expect(openToolSchema.safeParse(document).success).toBe(!readOpenTool(document).issues.some(isStructural));
      }),
      { numRuns: runs(200) },
    );
  });

  it("keeps unknown fields", () => {
    expect(openToolSchema.parse({ ...kettle, "x-vendor": 1 })).toEqual({ ...kettle, "x-vendor": 1 });
  });

  it("can be used inside another schema, and reports the path of an issue", () => {
    const registry = z.object({ tools: z.array(openToolSchema) });
    const result = registry.safeParse({ tools: [kettle, kettleWith("/functions/0/description", 3)] });
    expect(result.error?.issues.map(({ path }) => path)).toEqual([["tools", 1, "functions", 0, "description"]]);
  });
});

describe("the schemas of parts of a document", () => {
  const [boil] = kettle.functions;
  it.each([
    ["infoSchema", infoSchema, kettle.info, { title: "Kettle" }],
    ["serverSchema", serverSchema, { url: "http://localhost:9627/opentool" }, { description: "Here." }],
    ["functionSchema", functionSchema, boil, { ...boil, name: "boil it" }],
    ["parameterSchema", parameterSchema, boil?.parameters[0], { ...boil?.parameters[0], required: "yes" }],
    ["returnSchema", returnSchema, boil?.return, { name: "state" }],
    ["schemaSchema", schemaSchema, kettle.schemas?.["State"], { type: "integer", enum: [1, "two"] }],
  ])("%s accepts valid and refuses invalid objects", (_, schema: z.ZodType, right, wrong) => {
    expect(schema.parse(right)).toEqual(right);
    expect(schema.safeParse(wrong).success).toBe(false);
  });
});
