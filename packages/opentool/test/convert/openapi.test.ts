import { fromOpenApi, toOpenApi } from "@helve/opentool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kettle } from "../documents.ts";
import { testOutsideData, testRoundTrip } from "./round-trip.ts";

describe("toOpenApi", () => {
  it("writes a POST with a JSON body for each function, and reports losses", () => {
    const { openApi, losses } = toOpenApi(kettle);
    expect(openApi.paths["/stop"]).toEqual({
      post: {
        operationId: "stop",
        description: "Stops.",
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { type: "object", properties: {}, required: [], additionalProperties: false },
            },
          },
        },
        responses: { "204": { description: "" } },
      },
    });
    expect(openApi.paths["/boil"]?.post.responses["200"]).toEqual({
      description: "What it does now.",
      content: { "application/json": { schema: { $ref: "#/components/schemas/State" } } },
    });
    expect(losses.map(({ message }) => message)).toEqual([
      'functions[0].return.name: OpenAPI documents can\'t represent "state" (it becomes "result")',
    ]);
  });

  it("returns the same document after a round trip without losses", () => {
    testRoundTrip({
      there: (document) => {
        const { openApi, losses } = toOpenApi(document);
        return { given: openApi, losses };
      },
      back: fromOpenApi,
    });
  });
});

describe("fromOpenApi", () => {
  it("reports as losses what OpenTool can't represent, with their location in the document", () => {
    const schema = { type: "object", properties: { x: { $ref: "#/components/schemas/N" } } };
    const { document, losses } = fromOpenApi({
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      paths: {
        "/a/b": {
          get: {},
          post: { operationId: "f", tags: [], requestBody: { content: { "application/json": { schema } } } },
        },
      },
      components: { schemas: { N: { type: "string", minLength: 1 } } },
    });
    expect(document.functions).toEqual([
      { name: "f", description: "", parameters: [{ name: "x", schema: { $ref: "#/schemas/N" }, required: false }] },
    ]);
    expect(losses.map(({ message }) => message)).toEqual([
      "paths['/a/b']: OpenTool can't represent \"get\"",
      "paths['/a/b'].post: OpenTool can't represent \"tags\"",
      "paths['/a/b']: OpenTool can't represent the path \"/a/b\"",
      'components.schemas.N: other readers of OpenTool ignore "minLength": 1',
    ]);
  });

  it("reports every issue at once", () => {
    expect(() => fromOpenApi({ openapi: "3.1.0", info: { title: "T" }, paths: { "/a/b": { post: {} } } })).toThrow(
      [
        "info.version is required (a string)",
        "paths['/a/b'] must be 1 to 64 of a-z, A-Z, 0-9, - and _ (got \"a/b\")",
      ].join("\n"),
    );
  });

  it("returns a valid document for any schema or throws OpenToolError", () => {
    const schema = fc.jsonValue({ maxDepth: 3 });
    const content = fc.record({ "application/json": fc.record({ schema }) });
    const post = fc.record({
      requestBody: fc.record({ content }),
      responses: fc.record({ "200": fc.record({ content }) }),
    });
    const paths = fc.dictionary(fc.constantFrom("/a", "/b", "/c/d"), fc.record({ post }));
    const info = fc.constant({ title: "", version: "" });
    testOutsideData(fromOpenApi, fc.record({ openapi: fc.constant("3.1.0"), info, paths }));
  });
});
