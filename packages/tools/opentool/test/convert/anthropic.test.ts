import { fromAnthropicTools, toAnthropicTools } from "@helve/opentool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kettle } from "../documents.ts";
import { testOutsideData, testRoundTrip } from "./round-trip.ts";

describe("toAnthropicTools", () => {
  it("writes one tool for each function, and reports losses", () => {
    const { tools, losses } = toAnthropicTools(kettle);
    expect(tools[1]).toEqual({
      name: "stop",
      description: "Stops.",
      input_schema: { type: "object", properties: {}, required: [], additionalProperties: false },
    });
    expect(losses.map(({ path }) => path)).toContain("/functions/0/return");
  });

  it("returns the same document after a round trip without losses", () => {
    testRoundTrip({
      there: (document) => {
        const { tools, losses } = toAnthropicTools(document);
        return { given: tools, losses };
      },
      back: fromAnthropicTools,
    });
  });
});

describe("fromAnthropicTools", () => {
  it("reports as losses what OpenTool can't represent", () => {
    const tool = { type: "custom", name: "f", input_schema: { type: "object" }, cache_control: { type: "ephemeral" } };
    const { document, losses } = fromAnthropicTools([tool]);
    expect(document.functions).toEqual([{ name: "f", description: "", parameters: [] }]);
    expect(losses).toEqual([
      {
        code: "cache_control",
        message: 'tools[0]: OpenTool can\'t represent "cache_control"',
        path: "/0/cache_control",
      },
    ]);
  });

  it("refuses tools that the provider runs", () => {
    expect(() => fromAnthropicTools([{ type: "bash_20250124", name: "bash" }])).toThrow(
      'tools[0].type must be "custom": a tool that the provider runs has no functions\ntools[0].input_schema is required (an object)',
    );
  });

  it("returns a valid document for any schema or throws OpenToolError", () => {
    const schema = fc.jsonValue({ maxDepth: 4 });
    testOutsideData(
      fromAnthropicTools,
      fc.array(fc.record({ name: fc.constantFrom("a", "b.c"), input_schema: schema })),
    );
  });
});
