import { describe, expect, it } from "vitest";
import { type EgressCredential, egressCredentials } from "../src/node/egress-credentials.ts";
import { withMaskedOutput } from "../src/node/mask-output.ts";

describe("credentials at the egress", () => {
  const secret = "tok-5f2a91c07be344d1";
  const credential = (urls: readonly string[], headers: EgressCredential["headers"] = { authorization: secret }) => [
    { urls, headers },
  ];

  it.each([
    "https://api.example.org",
    "https://api.example.org/v1*",
    "https://*.example.org/v1/*",
    "https://user@api.example.org/v1/*",
    "https://api.example.org/v1/*?a=1",
    "https://api.example.org/v1/../*",
    "ftp://api.example.org/v1/*",
    "api.example.org/v1/*",
  ])("need a URL with one host and a path: %s is refused", (url) => {
    expect(() => egressCredentials(credential([url]))).toThrow(/must be a URL with a host and a path/);
  });

  it("don't appear in errors", () => {
    for (const [name, value] of [
      ["", secret],
      ["host", secret],
      ["authorization", `${secret}\n`],
      ["authorization", ""],
    ]) {
      const headers = { [String(name)]: String(value) };
      const open = () => egressCredentials(credential(["https://api.example.org/v1/*"], headers));
      expect(open).toThrow("The credential for https://api.example.org/v1/* needs headers");
      expect(open).not.toThrow(secret);
    }
  });

  it.each([{}, { urls: [] }, { urls: "https://a.example.org/*" }])("need a list of URLs: %j is refused", (given) => {
    const invalid = { headers: { authorization: secret }, ...given } as unknown as EgressCredential;
    expect(() => egressCredentials([invalid])).toThrow('A credential needs "urls"');
  });

  it("need headers", () => {
    const invalid = { urls: ["https://a.example.org/*"] } as unknown as EgressCredential;
    expect(() => egressCredentials([invalid])).toThrow("needs headers");
  });

  it("allow their hosts with the port", () => {
    const { hosts } = egressCredentials(credential(["https://a.example.org/*", "http://[::1]:81/b"]));
    expect(hosts).toEqual(["a.example.org:443", "[::1]:81"]);
  });

  it("are sent to exactly the path, or to what is below a folder", async () => {
    const { filter } = egressCredentials(credential(["https://a.example.org/b/*", "https://a.example.org/c"]));
    const isSent = async (
      requestTarget: string,
      scheme: "http" | "https" = "https",
      host = "a.example.org",
      port = 443,
    ) => {
      const decision = await filter(new Request("https://a.example.org/"), {
        scheme,
        requestTarget,
        target: { host, port },
      });
      return decision.setHeaders !== undefined;
    };
    for (const path of ["/b/", "/b/c%2Fd?e=../f", "/b/...", "/c", "/c?d"])
      expect([path, await isSent(path)]).toEqual([path, true]);
    for (const path of [
      "/b",
      "/c/",
      "/cd",
      "/B/a",
      "/b/%zz",
      "/b/a/..%5c..%5cc",
      "/b/%2e%2e",
      "/",
      "//a.example.org/b/",
    ]) {
      expect([path, await isSent(path)]).toEqual([path, false]);
    }
    expect([
      await isSent("/c", "http"),
      await isSent("/c", "https", "b.example.org"),
      await isSent("/c", "https", "a.example.org", 8443),
    ]).toEqual([false, false, false]);
  });

  it("know the password of basic authentication as a secret, and not the name of the scheme", () => {
    const basic = `Basic ${btoa("user:pass-word-1")}`;
    const { secrets } = egressCredentials(credential(["https://a.example.org/*"], { authorization: basic }));
    expect([...secrets]).toEqual([btoa("user:pass-word-1"), "pass-word-1"]);
  });
});

describe("masked output", () => {
  async function masked(pieces: readonly string[]): Promise<readonly string[]> {
    const output: string[] = [];
    const onOutput = (_stream: string, bytes: Uint8Array) => void output.push(new TextDecoder().decode(bytes));
    const command = { argv: ["a"], cwd: "/", env: {}, user: undefined, input: undefined, onOutput };
    const process = await withMaskedOutput(command, new Set(["secret-1"]), async (command) => {
      for (const piece of pieces) await command.onOutput("stdout", new TextEncoder().encode(piece));
      return { exit: Promise.resolve({ exitCode: 0 }), kill: async () => {} };
    });
    await process.exit;
    return output;
  }

  it("has no secret, however it is cut into pieces", async () => {
    const text = "a secret-1 b sesecret-1secret-1";
    for (let cut = 0; cut < text.length; cut++) {
      const output = await masked([text.slice(0, cut), ...text.slice(cut)]);
      expect(output.join("")).toBe("a ******** b se****************");
    }
  });

  it("keeps other text, and passes it on at once", async () => {
    expect(await masked(["grüße ", "secret-", "2 ", "sec"])).toEqual(["grüße ", "secret-2 ", "sec"]);
  });
});
