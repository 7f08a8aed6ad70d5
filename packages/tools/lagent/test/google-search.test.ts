import { GoogleSearch, type GoogleSearchOptions, googleSearchUses } from "@helve/lagent/google-search";
import { callTool, testDescriptions } from "@helve/toolkit-tests/describe-toolkit";
import { failuresOf, secretKey } from "@helve/toolkit-tests/failing-service";
import { localService } from "@helve/toolkit-tests/local-service";
import { afterEach, describe, expect, it, vi } from "vitest";

async function found(answer: unknown, options: GoogleSearchOptions = {}, k?: number): Promise<unknown> {
  await using service = await localService(() => ({ json: answer }));
  const kit = new GoogleSearch({ apiKey: secretKey, url: service.url, ...options });
  return await callTool(kit, "GoogleSearch", { query: "height of mount everest", ...(k !== undefined && { k }) });
}

describe("GoogleSearch", () => {
  afterEach(() => vi.unstubAllEnvs());

  testDescriptions({
    document: "google-search",
    create: (locale) => new GoogleSearch({ locale, apiKey: "k" }),
    uses: googleSearchUses,
  });

  it("sends its key to no other host", async () => {
    await using other = await localService(() => ({ json: {} }));
    await using service = await localService(() => ({ status: 307, headers: { location: other.url } }));
    const kit = new GoogleSearch({ apiKey: secretKey, url: service.url, retries: 0 });
    await expect(callTool(kit, "GoogleSearch", { query: "x" })).rejects.toMatchObject({ code: "http_error" });
    expect(other.requests).toEqual([]);
  });

  it("returns the answer box, the knowledge graph and what pages say", async () => {
    const answer = {
      answerBox: { title: "Everest", answer: "8,849 m", snippet: "not this" },
      knowledgeGraph: {
        title: "Mount Everest",
        type: "Mountain",
        description: "The highest mountain.",
        attributes: { "First ascent": "1953" },
      },
      organic: [
        { title: "A", link: "https://a.example", snippet: "It is high.", attributes: { Date: "1953" } },
        { title: "B", link: "https://b.example", snippet: "Very high." },
      ],
    };
    expect(await found(answer)).toBe(`8,849 m
Mount Everest: Mountain.
The highest mountain.
Mount Everest First ascent: 1953.
It is high.
Date: 1953.
Very high.`);
    expect(await found({ answerBox: { snippet: "One\ntwo" }, organic: answer.organic }, {}, 1)).toBe(
      "One two\nIt is high.\nDate: 1953.",
    );
    expect(await found({ answerBox: { snippetHighlighted: ["a", 1, "b"] } })).toBe("a, b");
  });

  it.each<[GoogleSearchOptions["searchType"], unknown, string]>([
    ["news", { news: [{ title: "A", date: "1 day ago", snippet: "b", link: "x" }] }, "A | 1 day ago | b"],
    ["images", { images: [{ title: "A", imageUrl: "https://a.example/a.png" }] }, "A | https://a.example/a.png"],
    ["places", { places: [{ title: "A", address: "Road 1", rating: 4 }, {}] }, "A | Road 1"],
  ])("searches %s, too", async (searchType, answer, text) => {
    expect(await found(answer, { searchType })).toBe(text);
  });

  it("says so if it finds nothing, or only what it does not know", async () => {
    const nothing = "No good Google Search Result was found";
    for (const answer of [
      {},
      { organic: [] },
      { organic: "x", answerBox: 1 },
      [],
      null,
      1,
      { organic: [null, 1, {}] },
    ]) {
      expect(await found(answer)).toBe(nothing);
    }
  });

  it("sends the query with the key in a header", async () => {
    await using service = await localService(() => ({ json: {} }));
    await callTool(new GoogleSearch({ apiKey: secretKey, url: service.url, topK: 4 }), "GoogleSearch", {
      query: "a b",
    });
    const [request] = service.requests;
    expect([request?.method, request?.url.pathname, request?.headers["x-api-key"]]).toEqual([
      "POST",
      "/search",
      secretKey,
    ]);
    expect(JSON.parse(request?.body ?? "")).toEqual({ q: "a b", num: 4 });
  });

  it("fails as in Lagent: a status is an error of the tool, a missing answer one of the network", async () => {
    const create = (options: GoogleSearchOptions) => new GoogleSearch({ apiKey: secretKey, ...options });
    expect(await failuresOf({ create, tool: "GoogleSearch", args: { query: "x" } })).toEqual({
      "wrong key": "tool_error: Google Search answered with the status 401: Invalid key …",
      "encoded key": "tool_error: Google Search answered with the status 400: /?key=…&k=a=…",
      "long message": "tool_error: Google Search answered with the status 400: x…",
      "too many": "tool_error: Google Search answered with the status 429",
      "error page": "tool_error: Google Search answered with the status 500",
      "no JSON": "tool_error: Google Search did not answer with JSON",
      slow: "http_error: Google Search did not answer within 0.2 s",
      "hang-up": "http_error: Google Search can't be reached: …",
      huge: "tool_error: The answer of Google Search is larger than 10000 bytes",
    });
  });

  it("refuses other numbers of results", async () => {
    await expect(found({}, {}, 0)).rejects.toThrow('"k" must be from 1 to 100 (got 0)');
  });

  it("takes its key from the environment, and can't be created without", () => {
    vi.stubEnv("SERPER_API_KEY", undefined);
    expect(() => new GoogleSearch()).toThrow(
      'GoogleSearch needs an API key: the option "apiKey" or the environment variable SERPER_API_KEY',
    );
    vi.stubEnv("SERPER_API_KEY", "k");
    expect(new GoogleSearch().enable).toBe(true);
  });
});
