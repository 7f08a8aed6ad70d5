import { callTool } from "@helve/toolkit-tests/describe-toolkit";
import { Web, type WebOptions } from "@helve/toolkits/web";
import { afterEach, describe, expect, it, vi } from "vitest";

/** Fetches an address with a `fetch` that answers for the internet: with what `pages` has, or with the text "reached". */
function fetched(
  url: string,
  pages: Readonly<Record<string, { readonly status?: number; readonly location: string }>> = {},
  options: WebOptions = {},
): Promise<unknown> {
  const fetch = async (input: unknown): Promise<Response> => {
    const page = pages[String(input)];
    if (page === undefined) return new Response("reached", { headers: { "content-type": "text/plain" } });
    return new Response(null, { status: page.status ?? 302, headers: { location: page.location } });
  };
  return callTool(new Web({ fetch: fetch as typeof globalThis.fetch, ...options }), "Fetch", { url });
}

describe("the addresses that Web.Fetch contacts", () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    "https://example.com/",
    "http://93.184.215.14/",
    "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/",
    "https://example.com:8443/a?b#c",
    "  https://EXAMPLE.com.  ",
    "https://münchen.example/",
    "http://[::ffff:93.184.215.14]/",
    "http://[64:ff9b::93.184.215.14]/",
  ])("may be public: %s", async (url) => {
    expect(await fetched(url)).toMatch(/reached$/);
  });

  it.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.0.0.1/",
    "http://0177.0.0.1/",
    "http://127.0.0.1./",
    "http://①②⑦.0.0.1/",
    "http://0.0.0.0/",
    "http://0/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://100.64.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://168.63.129.16/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:a00:1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b:1::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[fe80::1]/",
    "http://[fc00::1]/",
    "http://[fec0::1]/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://a.localhost/",
    "http://intranet/",
    "http://printer.local/",
    "http://metadata.google.internal/",
    "http://metadata.google.internal./",
  ])("may not be private: %s", async (url) => {
    await expect(fetched(url)).rejects.toMatchObject({
      code: "tool_error",
      message: expect.stringMatching(/^The address must be public: \S+ is .*which may not be contacted$/),
    });
    expect(await fetched(url, {}, { allowPrivateHosts: true })).toMatch(/reached$/);
  });

  it.each([
    ["file:///etc/passwd", 'must begin with https:// or http:// (got "file:")'],
    ["data:text/html,x", 'must begin with https:// or http:// (got "data:")'],
    ["example.com", 'must begin with https:// or http:// (got "example.com")'],
    ["", 'must begin with https:// or http:// (got "")'],
    ["http://", "must begin with https:// or http://"],
    ["https://ada:secret@example.com/", "must not contain a user or a password"],
  ])("have to be complete, without credentials: %s", async (url, message) => {
    const error = await fetched(url).catch((error: Error) => error);
    expect(error).toMatchObject({ code: "tool_error", message: expect.stringContaining(message) });
    expect(String(error)).not.toContain("secret");
  });

  it.each([
    ["http://127.0.0.1:8080/admin", "127.0.0.1 is a loopback address"],
    ["//169.254.169.254/", "169.254.169.254 is a link-local address"],
    ["file:///etc/passwd", 'must begin with https:// or http:// (got "file:")'],
    ["http://u:p@b.example/", "must not contain a user or a password"],
  ])("are checked after each redirect: %s", async (location, message) => {
    const pages = { "http://a.example/": { location: "/next" }, "http://a.example/next": { status: 307, location } };
    await expect(fetched("http://a.example", pages)).rejects.toThrow(message);
  });

  it("are followed through redirects, but not for ever", async () => {
    const pages = { "http://a.example/": { location: "https://b.example/x" } };
    expect(await fetched("http://a.example", pages)).toBe("Address: https://b.example/x\n\nreached");
    await expect(fetched("http://a.example", { "http://a.example/": { location: "/" } })).rejects.toThrow(
      "http://a.example redirects more than 5 times",
    );
  });

  it("may not be names of private addresses", async () => {
    const resolve = async (host: string) => (host === "b.example" ? ["93.184.215.14", "10.0.0.7"] : ["93.184.215.14"]);
    expect(await fetched("http://a.example", {}, { resolve })).toMatch(/reached$/);
    await expect(fetched("http://b.example", {}, { resolve })).rejects.toThrow(
      "The address must be public: b.example is the name of a private address, which may not be contacted",
    );
  });

  it("may not be names whose addresses the given function can't find", async () => {
    const resolve = () => Promise.reject(new Error("SERVFAIL"));
    await expect(fetched("http://a.example", {}, { resolve })).rejects.toThrow(
      "The addresses of a.example can't be found, so that it may not be contacted",
    );
    expect(await fetched("http://93.184.215.14", {}, { resolve })).toMatch(/reached$/);
  });

  it("are resolved with the DNS of Node by default", async () => {
    const lookup = async () => [{ address: "127.0.0.1", family: 4 }];
    vi.spyOn(process, "getBuiltinModule").mockImplementation(() => ({ lookup }) as never);
    await expect(callTool(new Web(), "Fetch", { url: "http://rebind.example" })).rejects.toThrow(
      "rebind.example is the name of a loopback address",
    );
  });
});
