import { callTool, testDescriptions } from "@helve/toolkit-tests/describe-toolkit";
import { localService } from "@helve/toolkit-tests/local-service";
import { brave, type SearchProvider, searxng, serper, tavily, Web, webUses } from "@helve/toolkits/web";
import { afterEach, describe, expect, it, vi } from "vitest";

const fixed: SearchProvider = {
  search: async (query, { count }) => [{ title: query, url: "https://a.example", snippet: String(count) }],
};

/** Each service with an answer as it is documented, and what of a request it needs. */
const services: readonly {
  readonly name: string;
  readonly create: (options: { url: string; apiKey: string; retries: number; timeout: number }) => SearchProvider;
  readonly path: string;
  readonly answer: unknown;
}[] = [
  {
    name: "Serper",
    create: serper,
    path: "/search",
    answer: {
      searchParameters: { q: "saws" },
      organic: [
        { title: "Saws", link: "https://a.example/1", snippet: "About saws", position: 1 },
        { title: "No link", snippet: "x", position: 2 },
        { title: "More", link: "https://a.example/2", position: 3 },
      ],
    },
  },
  {
    name: "Brave Search",
    create: brave,
    path: "/res/v1/web/search",
    answer: {
      type: "search",
      web: {
        results: [
          { title: "Saws", url: "https://a.example/1", description: "About <strong>saws</strong>" },
          { title: "More", url: "https://a.example/2" },
        ],
      },
    },
  },
  {
    name: "Tavily",
    create: tavily,
    path: "/search",
    answer: {
      query: "saws",
      results: [
        { title: "Saws", url: "https://a.example/1", content: "About saws", score: 0.9 },
        { title: "More", url: "https://a.example/2", content: "", score: 0.5 },
      ],
    },
  },
  {
    name: "SearXNG",
    create: searxng,
    path: "/search",
    answer: {
      query: "saws",
      results: [
        { title: "Saws", url: "https://a.example/1", content: "About saws", engine: "x" },
        { title: "More", url: "https://a.example/2", content: "", engine: "y" },
        { title: "Third", url: "https://a.example/3", content: "", engine: "y" },
      ],
    },
  },
];

describe("Web", () => {
  testDescriptions({ document: "web", create: (locale) => new Web({ locale, search: fixed }), uses: webUses });

  it("searches with the given service", async () => {
    const kit = new Web({ search: fixed });
    expect(await callTool(kit, "Search", { query: "saws" })).toEqual([
      { title: "saws", url: "https://a.example", snippet: "5" },
    ]);
    await expect(callTool(kit, "Search", { query: "saws", count: 21 })).rejects.toThrow('"count" must be from 1 to 20');
    await expect(callTool(kit, "Search", { query: " " })).rejects.toThrow('"query" must not be empty');
  });

  it("has no search without a service", () => {
    expect(new Web().tools.map(({ name }) => name)).toEqual(["Fetch"]);
  });
});

describe.each(services)("a search with $name", ({ name, create, path, answer }) => {
  const key = "k-0123456789abcdef";
  const options = { apiKey: key, retries: 0, timeout: 60_000 };
  const search = (url: string) =>
    create({ ...options, url }).search("saws & co", { count: 2, signal: new AbortController().signal });

  it("returns title, address and snippet of the best results", async () => {
    await using service = await localService(() => ({ json: answer }));
    expect(await search(service.url)).toEqual([
      { title: "Saws", url: "https://a.example/1", snippet: "About saws" },
      { title: "More", url: "https://a.example/2", snippet: "" },
    ]);
    const [request] = service.requests;
    expect(request?.url.pathname).toBe(path);
    expect(request?.url.searchParams.get("q") ?? request?.body).toContain("saws & co");
    expect(request?.url.href).not.toContain(key);
    if (name !== "SearXNG") expect(JSON.stringify(request?.headers)).toContain(key);
  });

  it("may find nothing", async () => {
    await using service = await localService(() => ({ json: { organic: null, results: "x", web: [] } }));
    expect(await search(service.url)).toEqual([]);
  });

  it("fails without a word of the key", async () => {
    const answers = [
      { status: 401, body: JSON.stringify({ message: `Wrong key ${key}` }) },
      { status: 429, headers: { "retry-after": "0" } },
      { status: 500, body: "<html>Error</html>" },
      "<html>Not JSON</html>",
      { status: 0 },
    ];
    const messages: string[] = [];
    for (const each of answers) {
      await using service = await localService(() => each);
      const error = await search(service.url).catch((error: Error) => error);
      expect(error).toMatchObject({ code: "http_error" });
      messages.push((error as Error).message);
    }
    expect(messages).toEqual([
      `${name} answered with the status 401: Wrong key ${name === "SearXNG" ? key : "…"}`,
      `${name} answered with the status 429`,
      `${name} answered with the status 500`,
      `${name} did not answer with JSON`,
      expect.stringContaining(`${name} can't be reached`),
    ]);
  });
});

describe("the key of a search service", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("is read from the environment", () => {
    vi.stubEnv("BRAVE_API_KEY", "");
    expect(() => brave()).toThrow(
      'Brave Search needs an API key: the option "apiKey" or the environment variable BRAVE_API_KEY',
    );
    vi.stubEnv("BRAVE_API_KEY", "k");
    expect(brave()).toHaveProperty("search");
    vi.stubEnv("SEARXNG_URL", undefined);
    expect(() => searxng()).toThrow("SearXNG needs the address of an instance");
  });
});
