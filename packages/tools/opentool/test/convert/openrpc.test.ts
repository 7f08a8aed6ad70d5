import { fromOpenRpc, type OpenTool, toOpenRpc } from "@helve/opentool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documents, kettle } from "../documents.ts";
import { testOutsideData, testRoundTrip } from "./round-trip.ts";

describe("toOpenRpc", () => {
  it("writes one method for each function, without losses for the kettle", () => {
    const { openRpc, losses } = toOpenRpc(kettle);
    expect(openRpc.methods[0]?.params[1]).toEqual({
      name: "program",
      required: false,
      schema: { $ref: "#/components/schemas/Program" },
    });
    expect(openRpc.methods[1]?.result).toEqual({ name: "result", schema: { type: "null" } });
    expect(losses).toEqual([]);
    expect(fromOpenRpc(openRpc)).toEqual({ document: kettle, losses: [], issues: [] });
  });

  it("keeps the server and unused schemas, and reports a stream as a loss", () => {
    const document: OpenTool = {
      ...kettle,
      opentool: "2.0.0",
      server: { url: "https://example.com" },
      functions: [
        { name: "f", description: "", parameters: [], stream: { a: { name: "a", schema: { type: "string" } } } },
      ],
    };
    const { openRpc, losses } = toOpenRpc(document);
    expect(losses.map(({ message }) => message)).toEqual([
      'opentool: OpenRPC documents can\'t represent "2.0.0" (it becomes "1.1.0")',
      "functions[0].stream: OpenRPC documents can't represent what a call streams",
    ]);
    expect(fromOpenRpc(openRpc).document).toMatchObject({ server: document.server, schemas: kettle.schemas });
  });

  it("returns the same document after a round trip without losses", () => {
    testRoundTrip({
      there: (document) => {
        const { openRpc, losses } = toOpenRpc(document);
        return { given: openRpc, losses };
      },
      back: fromOpenRpc,
    });
    fc.assert(
      fc.property(documents, (document) => {
        const first = fromOpenRpc(toOpenRpc(document).openRpc).document;
        const { openRpc, losses } = toOpenRpc(first);
        expect(losses).toEqual([]);
        expect(fromOpenRpc(openRpc)).toEqual({ document: first, losses: [], issues: [] });
      }),
    );
  });
});

describe("fromOpenRpc", () => {
  it("reports as losses what OpenTool can't represent, with their location in the document", () => {
    const { document, losses } = fromOpenRpc({
      openrpc: "1.3.2",
      info: { title: "T", version: "1", license: { name: "MIT" } },
      servers: [{ url: "a" }, { url: "b" }],
      methods: [
        {
          name: "f",
          params: [
            { name: "x", schema: { type: "number", minimum: 0 } },
            { name: "1", required: true, schema: { $ref: "#/components/schemas/N" } },
          ],
          result: { name: "r", schema: { type: "string", format: "date" } },
        },
      ],
      components: { schemas: { N: { type: "string", minLength: 1 } } },
    });
    expect(document.functions[0]?.parameters).toEqual([
      { name: "x", schema: { type: "number", minimum: 0 }, required: false },
      { name: "1", schema: { $ref: "#/schemas/N" }, required: true },
    ]);
    expect(losses.map(({ message, path }) => `${path} ${message}`)).toEqual([
      '/info/license info: OpenTool can\'t represent "license"',
      "/servers/1 servers[1]: OpenTool can't represent more than one server",
      '/methods/0/params/0/schema/minimum methods[0].params[0].schema: other readers of OpenTool ignore "minimum": 0',
      '/methods/0/result/schema/format methods[0].result.schema: other readers of OpenTool ignore "format": "date"',
      '/components/schemas/N/minLength components.schemas.N: other readers of OpenTool ignore "minLength": 1',
    ]);
  });

  it("keeps unused schemas, and reports as losses what OpenTool can't represent", () => {
    const { document, losses } = fromOpenRpc({
      openrpc: "1.3.2",
      info: { title: "T", version: "1" },
      methods: [],
      components: { schemas: { N: { type: "string", description: "A name.", minLength: 1 }, Any: true } },
    });
    expect(document.schemas).toEqual({
      N: { type: "string", description: "A name.", minLength: 1 },
      Any: { type: "object", properties: {}, "x-json-schema": true },
    });
    expect(losses.map(({ path }) => path)).toEqual(["/components/schemas/N/minLength", "/components/schemas/Any"]);
  });

  it("reports every issue at once", () => {
    expect(() => fromOpenRpc({ openrpc: "1.3.2", methods: [{ name: "a", params: [{ name: "x" }] }] })).toThrow(
      ["info is required (an object)", "methods[0].params[0].schema is required (an object)"].join("\n"),
    );
  });

  it("returns a valid document for any schema or throws OpenToolError", () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    const like = fc.record({
      openrpc: fc.constant("1.3.2"),
      info: fc.constant({ title: "", version: "" }),
      methods: fc.array(
        fc.record({
          name: fc.string(),
          params: fc.array(fc.record({ name: fc.string(), schema: json })),
          result: json,
        }),
      ),
      components: fc.record({ schemas: fc.dictionary(fc.string(), json) }),
    });
    testOutsideData(fromOpenRpc, like);
  });
});
