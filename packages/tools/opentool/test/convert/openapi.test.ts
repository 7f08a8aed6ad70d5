import {
  fromOpenApi,
  type OpenTool,
  type OpenToolFunction,
  parametersSchema,
  parseOpenTool,
  printOpenTool,
  schemaValidator,
  toOpenApi,
  toOpenToolFunction,
} from "@helve/opentool";
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

const pets = {
  openapi: "3.0.3",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://{region}.example/v1/", variables: { region: { default: "eu" } } }],
  paths: {
    "/pets/{id}": {
      parameters: [{ $ref: "#/components/parameters/Id" }],
      get: {
        operationId: "pets/get",
        summary: "Gets a pet.",
        parameters: [
          { name: "fields", in: "query", schema: { type: "array", items: { type: "string" } } },
          { name: "X-Trace", in: "header", schema: { type: "string" } },
          { name: "session", in: "cookie", schema: { type: "string" } },
          { name: "Accept", in: "header", schema: { type: "string" } },
        ],
        responses: {
          "404": { description: "None." },
          "201": {
            description: "The pet.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
          },
        },
      },
      delete: { responses: { "204": { description: "Deleted." } } },
      patch: {
        operationId: "pets/update",
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
        },
        responses: {},
      },
      put: {
        operationId: "pets/replace",
        requestBody: { content: { "application/merge+json": { schema: { type: "array", items: {} } } } },
        responses: { default: { description: "" } },
      },
    },
    "/login": {
      post: {
        requestBody: {
          required: true,
          content: {
            "application/x-www-form-urlencoded": {
              schema: { type: "object", properties: { user: { type: "string" } } },
            },
          },
        },
        responses: {},
      },
    },
    "/upload": {
      post: {
        requestBody: { required: true, content: { "image/png": { schema: { type: "string" } } } },
        responses: {},
      },
    },
  },
  components: {
    parameters: { Id: { name: "id", in: "path", required: true, description: "Which.", schema: { type: "string" } } },
    schemas: {
      Pet: {
        type: "object",
        properties: {
          name: { type: "string", nullable: true },
          age: { type: "integer", minimum: 0, exclusiveMinimum: true },
        },
        required: ["name"],
      },
    },
  },
};

describe("fromOpenApi", () => {
  it("imports operations of every method, and names them", () => {
    const { document, issues } = fromOpenApi(pets);
    expect(document.functions.map(({ name, description }) => [name, description])).toEqual([
      ["pets_get", "Gets a pet."],
      ["pets_replace", ""],
      ["delete_pets_id", ""],
      ["pets_update", ""],
      ["post_login", ""],
    ]);
    expect(issues.map(({ message }) => message)).toEqual([
      "paths['/upload'].post.requestBody must have a body of JSON, of a form or of text (got \"image/png\")",
    ]);
    expect(parseOpenTool(printOpenTool(document))).toEqual(document);
  });

  it("imports parameters and the members of a body, and enforces their schemas", () => {
    const { functions, schemas } = fromOpenApi(pets).document;
    const [get, replace, remove, update] = functions;
    expect(get?.parameters.map(({ name, required }) => [name, required])).toEqual([
      ["id", true],
      ["fields", false],
      ["X-Trace", false],
      ["session", false],
    ]);
    expect(get?.parameters[0]?.description).toBe("Which.");
    expect(get?.return).toEqual({ name: "result", description: "The pet.", schema: { $ref: "#/schemas/Pet" } });
    expect(remove?.return).toBeNull();
    expect(replace?.parameters.map(({ name, required }) => [name, required])).toEqual([
      ["id", true],
      ["body", false],
    ]);
    const validate = schemaValidator(parametersSchema(update as OpenToolFunction, schemas));
    expect(validate({ id: "1", name: null, age: 1 })).toEqual([]);
    expect(validate({ id: "1", name: "Rex", age: 0 }).map(({ message }) => message)).toEqual([
      '"age" must be more than 0 (got 0)',
    ]);
    expect(validate({ name: "Rex" })).toHaveLength(1);
  });

  it("takes any 2xx response, and any local reference", () => {
    const schema = { $ref: "#/paths/~1b/get/responses/202/content/application~1json/schema" };
    const ok = (result: object) => ({ description: "", content: { "application/json": { schema: result } } });
    const { document } = fromOpenApi({
      ...pets,
      paths: {
        "/a": { get: { responses: { "2XX": ok(schema) } } },
        "/b": { get: { responses: { "202": ok({ type: "object", properties: { again: schema } }) } } },
      },
    });
    const [a] = document.functions;
    const name = "paths_/b_get_responses_202_content_application/json_schema";
    const reference = { $ref: `#/schemas/${name.replaceAll("/", "~1")}` };
    expect(a?.return?.schema).toEqual(reference);
    expect(document.schemas?.[name]).toEqual({ type: "object", properties: { again: reference } });
  });

  it("reports losses and issues with their location in the document", () => {
    const schema = { type: "object", properties: { x: { $ref: "#/components/schemas/N" } } };
    const { document, losses, issues } = fromOpenApi({
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      paths: {
        "/a/b": {
          get: { parameters: [{ name: "q", in: "query", schema: { $ref: "other.json" } }] },
          post: {
            operationId: "f",
            tags: [],
            requestBody: { required: true, content: { "application/json": { schema } } },
          },
        },
      },
      components: { schemas: { N: { type: "string", minLength: 1 } } },
    });
    expect(document.functions).toMatchObject([
      { name: "f", description: "", parameters: [{ name: "x", schema: { $ref: "#/schemas/N" }, required: false }] },
    ]);
    expect(losses.map(({ message }) => message)).toEqual([
      "paths['/a/b'].post: OpenTool can't represent \"tags\"",
      'components.schemas.N: other readers of OpenTool ignore "minLength": 1',
    ]);
    expect(issues.map(({ message }) => message)).toEqual([
      "paths['/a/b'].get must refer to schemas of the document only",
    ]);
  });

  it("throws with every issue if the document itself is invalid", () => {
    expect(() => fromOpenApi({ openapi: "2.0", info: { title: "T" } })).toThrow(
      ['openapi must be 3.x (got "2.0")', "info.version is required (a string)"].join("\n"),
    );
  });

  it("returns a valid document for any schema or throws OpenToolError", () => {
    const schema = fc.jsonValue({ maxDepth: 3 });
    const content = fc.record({ "application/json": fc.record({ schema }) });
    const operation = fc.record({
      parameters: fc.oneof(
        fc.jsonValue(),
        fc.array(fc.record({ name: fc.string(), in: fc.constantFrom("path", "query"), schema })),
      ),
      requestBody: fc.record({ content }),
      responses: fc.record({ "200": fc.record({ content }) }),
    });
    const paths = fc.dictionary(fc.constantFrom("/a", "/b", "/c/d"), fc.record({ post: operation, get: operation }));
    const info = fc.constant({ title: "", version: "" });
    testOutsideData(fromOpenApi, fc.record({ openapi: fc.constant("3.1.0"), info, paths }));
  });
});

describe("toOpenApi with x-json-schema", () => {
  it("writes definitions inside it as components", () => {
    const tree = { type: "object", properties: { left: { $ref: "#" } } } as const;
    const { function: fn } = toOpenToolFunction({ name: "f", description: "", parameters: tree });
    const parameters = [
      { name: "x", schema: { type: "object", properties: {}, "x-json-schema": tree }, required: true },
    ] as const;
    const document = {
      ...kettle,
      functions: [fn, { ...fn, name: "g", parameters, "x-json-schema": undefined }],
      schemas: {},
    };
    const { openApi } = toOpenApi(document as unknown as OpenTool);
    const { functions, schemas } = fromOpenApi(JSON.parse(JSON.stringify(openApi))).document;
    const validate = schemaValidator(parametersSchema(functions[1] as OpenToolFunction, schemas));
    expect(validate({ x: { left: { left: {} } } })).toEqual([]);
    expect(validate({ x: { left: { left: 3 } } })).toHaveLength(1);
  });
});

describe("fromOpenApi follows the specification", () => {
  const user = {
    type: "object",
    required: ["id", "name", "password"],
    properties: {
      id: { type: "integer", readOnly: true },
      name: { type: "string" },
      password: { allOf: [{ $ref: "#/components/schemas/Secret" }], description: "Secret." },
    },
  };
  const json = (schema: object) => ({ required: true, content: { "application/json": { schema } } });
  const imported = (operation: object, path = "/x", openapi = "3.0.3") =>
    fromOpenApi({
      openapi,
      info: { title: "T", version: "1" },
      paths: { [path]: { post: { operationId: "op", ...operation } } },
      components: { schemas: { User: user, Secret: { type: "string", writeOnly: true }, Kind: { type: "string" } } },
    });
  const issuesOf = (operation: object, args: object, openapi?: string) => {
    const { document, issues } = imported(operation, "/x", openapi);
    const [fn] = parseOpenTool(document).functions;
    const problems = fn && schemaValidator(parametersSchema(fn, document.schemas))(args);
    return [...issues, ...(problems ?? [])].map(({ message }) => message);
  };
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  it.each(["3.0.3", "3.1.0"])("accepts null for a reference with nullable, in %s", (version) => {
    const kind = { ...ref("Kind"), nullable: true };
    for (const operation of [
      { requestBody: json({ type: "object", properties: { kind } }) },
      { parameters: [{ name: "kind", in: "query", schema: kind }] },
    ]) {
      expect(issuesOf(operation, { kind: null }, version)).toEqual([]);
      expect(issuesOf(operation, { kind: "a" }, version)).toEqual([]);
      expect(issuesOf(operation, { kind: 1 }, version)).not.toEqual([]);
    }
    const list = { requestBody: json({ type: "object", properties: { kinds: { type: "array", items: kind } } }) };
    expect(issuesOf(list, { kinds: ["a", null] }, version)).toEqual([]);
  });

  it("requires readOnly properties in results only, and writeOnly properties in requests only", () => {
    const result = { "200": { description: "", ...json(ref("User")) } };
    expect(issuesOf({ requestBody: json(ref("User")) }, { name: "a", password: "b" })).toEqual([]);
    expect(issuesOf({ requestBody: json(ref("User")) }, { name: "a" })).toEqual(['"password" is required']);
    const users = {
      requestBody: json({ type: "object", properties: { users: { type: "array", items: ref("User") } } }),
    };
    expect(issuesOf(users, { users: [{ name: "a", password: "b" }] })).toEqual([]);
    const { document } = imported({ ...users, responses: result });
    const { schemas = {}, functions } = parseOpenTool(document);
    expect(functions[0]?.return?.schema).toEqual({ $ref: "#/schemas/User_2" });
    expect(schemas["User"]).toMatchObject({ required: ["name", "password"] });
    expect(schemas["User_2"]).toMatchObject({ required: ["id", "name"] });
  });

  it("doesn't require a readOnly property that another member of allOf describes", () => {
    const args = { body: { name: "a", password: "b" } };
    expect(issuesOf({ requestBody: json({ allOf: [ref("User")], required: ["id"] }) }, args)).toEqual([]);
    expect(issuesOf({ requestBody: json({ allOf: [ref("User"), { required: ["id"] }] }) }, args)).toEqual([]);
    expect(issuesOf({ requestBody: json({ allOf: [ref("User"), { allOf: [{ required: ["id"] }] }] }) }, args)).toEqual(
      [],
    );
  });

  it("reads */* as JSON", () => {
    const content = { "*/*": { schema: { type: "string" } } };
    const { document } = imported({
      requestBody: { required: true, content },
      responses: { "200": { description: "", content } },
    });
    expect(document.functions[0]).toMatchObject({
      parameters: [{ name: "body", schema: { type: "string" }, required: true }],
      return: { schema: { type: "string" } },
      "x-http": { body: { contentType: "application/json", argument: "body" } },
    });
  });

  it("adds a parameter for each variable of the path that no parameter declares", () => {
    const parameters = [{ name: "b", in: "path", required: true, schema: { type: "integer" } }];
    const { document } = imported({ parameters }, "/x/{id}/{b}");
    expect(document.functions[0]?.parameters).toEqual([
      { name: "b", schema: { type: "integer" }, required: true },
      { name: "id", schema: { type: "string" }, required: true },
    ]);
  });

  it("keeps an operation with an invalid keyword, and reports it", () => {
    const { document, losses } = imported({
      parameters: [{ name: "a", in: "query", schema: { type: "string", pattern: "(?i)^a" } }],
    });
    expect(document.functions).toHaveLength(1);
    expect(losses.map(({ message }) => message)).toContain(
      "paths['/x'].post.parameters[0].schema.pattern must be a regular expression (got \"(?i)^a\"): it is ignored",
    );
  });
});
