import type { Args } from "@helve/core";
import { fromOpenApi, HttpRequestError, httpRequest, type OpenToolFunction } from "@helve/opentool";
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
