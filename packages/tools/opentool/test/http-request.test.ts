import type { Args } from "@helve/core";
import { fromOpenApi, HttpRequestError, httpRequest, type OpenToolFunction, readOpenTool } from "@helve/opentool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

function functionOf(path: string, method: string, operation: object, servers = [{ url: "https://api.example/v1/" }]) {
  const info = { title: "", version: "" };
  const { document } = fromOpenApi({ openapi: "3.1.0", info, servers, paths: { [path]: { [method]: operation } } });
  return document.functions[0] as OpenToolFunction;
}

const text = { type: "string" };
const place = (name: string, where: string, more: object = {}) => ({ name, in: where, schema: {}, ...more });

describe("httpRequest", () => {
  it("puts each argument where it goes", () => {
    const fn = functionOf("/users/{id}/posts", "post", {
      parameters: [place("id", "path"), place("q", "query"), place("X-Trace", "header"), place("sid", "cookie")],
      requestBody: {
        required: true,
        content: { "application/json": { schema: { type: "object", properties: { title: text, body: text } } } },
      },
    });
    const args = { id: "a b", q: ["x", "y&z"], "X-Trace": "t", sid: "1;2", title: "Hi" };
    expect(httpRequest(fn, args)).toEqual({
      method: "POST",
      url: "https://api.example/v1/users/a%20b/posts?q=x&q=y%26z",
      headers: { "x-trace": "t", cookie: "sid=1%3B2", "content-type": "application/json" },
      body: '{"title":"Hi"}',
    });
    expect(httpRequest(fn, args, { server: "http://localhost:8080" }).url).toMatch(/^http:\/\/localhost:8080\/users\//);
  });

  it.each<[object, unknown, string]>([
    [{}, [1, 2], "q=1&q=2"],
    [{ explode: false }, [1, 2], "q=1,2"],
    [{ style: "pipeDelimited", explode: false }, ["a", "b"], "q=a%7Cb"],
    [{ style: "spaceDelimited", explode: false }, ["a", "b"], "q=a%20b"],
    [{ style: "deepObject" }, { a: 1, b: "x y" }, "q[a]=1&q[b]=x%20y"],
    [{}, { a: 1, b: 2 }, "a=1&b=2"],
    [{ explode: false }, { a: 1, b: 2 }, "q=a,1,b,2"],
    [{ schema: undefined, content: { "application/json": { schema: {} } } }, { a: [1] }, "q=%7B%22a%22%3A%5B1%5D%7D"],
    [{}, false, "q=false"],
    [{}, null, "q="],
  ])("writes a query parameter %j with the value %j", (more, value, query) => {
    const fn = functionOf("/a", "get", { parameters: [place("q", "query", more)] });
    expect(httpRequest(fn, { q: value } as Args).url).toBe(`https://api.example/v1/a?${query}`);
  });

  it("writes a form, a body of any type, and no body without arguments for it", () => {
    const body = (type: string, schema: object) => ({ requestBody: { content: { [type]: { schema } } } });
    const members = { type: "object", properties: { user: text, tags: {} } };
    const form = functionOf("/a", "post", body("application/x-www-form-urlencoded", members));
    expect(httpRequest(form, { user: "a&b", tags: [1, 2] }).body).toBe("user=a%26b&tags=1&tags=2");
    expect(httpRequest(form, {})).toEqual({ method: "POST", url: "https://api.example/v1/a", headers: {} });
    expect(httpRequest(functionOf("/a", "put", body("text/plain", text)), { body: "hi" }).body).toBe("hi");
    expect(httpRequest(functionOf("/a", "put", body("application/json", {})), { body: [1] }).body).toBe("[1]");
  });

  it("refuses a value that would lead to another path or add a header", () => {
    const fn = functionOf("/a/{id}/b", "get", { parameters: [place("id", "path"), place("h", "header")] });
    for (const id of ["", ".", "..", []]) {
      expect(() => httpRequest(fn, { id } as Args)).toThrow(HttpRequestError);
    }
    expect(() => httpRequest(fn, {})).toThrow('the path needs the argument "id"');
    expect(() => httpRequest(fn, { id: "1", h: "x\r\nauthorization: y" })).toThrow('"h" can\'t be a header');
    expect(() => httpRequest({ name: "f", description: "", parameters: [] }, {})).toThrow('"f" has no "x-http"');
  });

  const called = (operation: unknown, args: Args = {}, server = "https://api.example/v1") =>
    httpRequest({ name: "f", description: "", parameters: [], "x-http": operation } as OpenToolFunction, args, {
      server,
    });

  it.each<[object, string]>([
    [{ path: "@evil.example/x" }, 'path must start with one "/"'],
    [{ path: ".evil.example/x" }, 'path must start with one "/"'],
    [{ path: "//evil.example/x" }, 'path must start with one "/"'],
    [{ path: "/\\\\evil.example/x" }, 'path must start with one "/"'],
    [{ path: "/../../x" }, 'path must not have the segments "." and ".."'],
    [{ path: "/a/%2E./x" }, 'path must not have the segments "." and ".."'],
    [{ method: "GET\r\nX: y" }, "method must be an HTTP method"],
    [{ server: "https://a.example/x?key=1" }, "server must be an http or https URL without query"],
    [{ server: "javascript:1" }, "server must be an http or https URL"],
    [{ parameters: "no" }, "parameters must be a list"],
    [{ parameters: [{ argument: "a", name: "x\r\nb", in: "header" }] }, "name must be the name of a header"],
    [{ parameters: [null] }, "parameters[0] must be an object"],
    [{ parameters: [place("a", "query"), place("a", "query")].map((p) => ({ ...p, argument: "a" })) }, "repeats"],
    [{ body: 5 }, "body must be an object"],
    [{ body: { contentType: "a/b\r\nx: y" } }, "body.contentType must be a media type"],
  ])("refuses the x-http %j, and so does readOpenTool", (part, problem) => {
    const operation = { method: "GET", path: "/x", ...part };
    expect(() => called(operation)).toThrow(HttpRequestError);
    expect(() => called(operation)).toThrow(problem);
    const functions = [{ name: "f", description: "", parameters: [], "x-http": operation }];
    const { value, issues } = readOpenTool({ opentool: "1.0.0", info: { title: "", version: "" }, functions });
    expect(value).toBeUndefined();
    expect(issues[0]?.message).toContain(`functions[0].x-http`);
    expect(issues[0]?.message).toContain(problem);
  });

  it("stays below the server's URL", () => {
    const parameters = ["a", "b"].map((name) => ({ argument: name, name, in: "path" }));
    const get = { method: "GET", parameters };
    expect(called({ ...get, path: "/{a}" }, { a: "@evil.example" }).url).toBe("https://api.example/v1/%40evil.example");
    expect(() => called({ ...get, path: "/.{a}/x" }, { a: "." })).toThrow("can't be a segment");
    expect(() => called({ ...get, path: "/{a}{b}/x" }, { a: [], b: "x" })).toThrow("can't be a segment");
    expect(() => called({ ...get, path: "/%2e{a}/x" }, { a: "%2e" })).not.toThrow();
    expect(() => called({ ...get, path: "/.{a}/x" }, { a: { "": "." } })).not.toThrow();
    expect(() => called({ ...get, path: "/x#y" })).toThrow("does not lead to a place below the server");
    for (const server of ["https://a.example/x?key=1", "https://a.example/#", "file:///etc", "https://[", "\\\\a"]) {
      expect(() => called({ ...get, path: "/x" }, {}, server)).toThrow(HttpRequestError);
    }
    expect(called({ ...get, path: "/x" }, {}, "/v1").url).toBe("/v1/x");
  });

  it("leaves out an operation of OpenAPI whose path would change the host", () => {
    const operation = { responses: {} };
    const paths = { "@evil.example/x": { get: operation }, "/ok": { get: operation } };
    const { document, issues } = fromOpenApi({ openapi: "3.0.3", info: { title: "", version: "" }, paths });
    expect(document.functions).toHaveLength(1);
    expect(issues[0]?.message).toContain('path must start with one "/"');
  });

  it("refuses half of a surrogate pair", () => {
    const parameters = ["path", "query", "cookie"].map((where) => ({ argument: where, name: where, in: where }));
    const operation = { method: "GET", path: "/{path}", parameters };
    for (const where of ["path", "query", "cookie"]) {
      const args = { path: "x", [where]: "\ud800" };
      expect(() => called(operation, args)).toThrow(HttpRequestError);
      expect(() => called(operation, args)).toThrow(
        `"${where}" can't be in a request: it has half of a surrogate pair`,
      );
    }
  });

  it("refuses an exploded member that is another parameter", () => {
    const query = (names: readonly string[]) => names.map((name) => place(name, "query"));
    const fn = functionOf("/a", "get", { parameters: query(["limit", "filter", "page[size]"]) });
    expect(httpRequest(fn, { limit: 5, filter: { a: 1, filter: 2 } }).url).toMatch(/\?limit=5&a=1&filter=2$/);
    for (const key of ["limit", "limit[]", "page", "page[size]", "page[x]"]) {
      expect(() => httpRequest(fn, { filter: { [key]: 1 } })).toThrow(
        `"filter" can't have the member ${JSON.stringify(key)}`,
      );
    }
    const both = functionOf("/a", "get", { parameters: query(["x", "y"]) });
    expect(() => httpRequest(both, { x: { k: 1 }, y: { k: 2 } })).toThrow('"y" can\'t have the member "k"');
    const fixed = functionOf("/a?action=read", "get", { parameters: query(["x"]) });
    expect(() => httpRequest(fixed, { x: { action: "delete" } })).toThrow("can't have the member");
  });

  it("writes the fields of a form as OpenAPI's encoding says, and no field twice", () => {
    const properties = { amount: { type: "integer" }, metadata: { type: "object" }, data: {}, expand: {} };
    const form = (encoding: object, schema: object = { type: "object", properties }) =>
      functionOf("/a", "post", {
        requestBody: { content: { "application/x-www-form-urlencoded": { schema, encoding } } },
      });
    const encoding = {
      metadata: { style: "deepObject", explode: true },
      data: { contentType: "application/json" },
      expand: { explode: false },
    };
    const args = { amount: 5, metadata: { amount: "9" }, data: { a: 1 }, expand: [1, 2] };
    expect(httpRequest(form(encoding), args).body).toBe(
      "amount=5&metadata[amount]=9&data=%7B%22a%22%3A1%7D&expand=1,2",
    );
    expect(() => httpRequest(form({}), { metadata: { amount: "9" } })).toThrow("can't have the member");
    const open = form({}, { type: "object", additionalProperties: true });
    expect(() => httpRequest(open, { body: { x: { amount: 9 } } })).toThrow("does not say how it is written");
    const { losses } = fromOpenApi({
      openapi: "3.0.3",
      info: { title: "", version: "" },
      servers: [{ url: "https://a.example/?key=1" }],
      paths: {
        "/a": {
          post: {
            requestBody: {
              content: {
                "application/x-www-form-urlencoded": {
                  schema: {},
                  encoding: { a: { allowReserved: true, style: "x" } },
                },
              },
            },
          },
        },
      },
    });
    expect(losses.map(({ code }) => code)).toEqual(expect.arrayContaining(["allowReserved", "style", "server"]));
  });

  it("keeps path, host and number of query parameters, whatever the arguments are", () => {
    const fn = functionOf("/a/{id}/b", "get", { parameters: [place("id", "path"), place("q", "query")] });
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (id, q) => {
        fc.pre(!/^\.{0,2}$/.test(id));
        const url = new URL(httpRequest(fn, { id, q }).url);
        expect(url.host).toBe("api.example");
        expect(url.pathname.split("/").map(decodeURIComponent)).toEqual(["", "v1", "a", id, "b"]);
        expect([...url.searchParams]).toEqual([["q", q]]);
      }),
    );
  });
});
