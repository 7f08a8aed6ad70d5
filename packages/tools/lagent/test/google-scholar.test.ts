import { GoogleScholar, type GoogleScholarOptions, googleScholarUses } from "@helve/lagent/google-scholar";
import { callTool, testDescriptions } from "@helve/toolkit-tests/describe-toolkit";
import { failuresOf, secretKey } from "@helve/toolkit-tests/failing-service";
import { localService } from "@helve/toolkit-tests/local-service";
import { describe, expect, it } from "vitest";

/** The result of a tool, and the query that the service received, without the key. */
async function called(tool: string, args: Readonly<Record<string, unknown>>, answer: unknown) {
  await using service = await localService(() => ({ json: answer }));
  const kit = new GoogleScholar({ apiKey: secretKey, url: `${service.url}/search`, topK: 2 });
  const result = await callTool(kit, tool, args);
  const { api_key: key, ...query } = Object.fromEntries(service.requests[0]?.url.searchParams ?? []);
  expect(key).toBe(secretKey);
  return { result, query };
}

const article = {
  position: 0,
  title: "Attention",
  result_id: "abc",
  snippet: "We propose …",
  publication_info: { summary: "A Lee - NeurIPS, 2017" },
  inline_links: { cited_by: { total: 12, cites_id: "9" } },
};

describe("GoogleScholar", () => {
  testDescriptions({
    document: "google-scholar",
    create: (locale) => new GoogleScholar({ locale, apiKey: "k" }),
    uses: googleScholarUses,
  });

  it("finds articles", async () => {
    const args = { query: "tools", as_ylo: 2017, hl: "en", as_sdt: "0", start: 10, filter: "1" };
    const answer = { organic_results: [article, { title: "Not cited", result_id: 5 }, { title: "Third" }] };
    expect(await called("search_google_scholar", args, answer)).toEqual({
      result: {
        title: ["Attention", "Not cited"],
        cited_by: [12, 0],
        organic_id: ["abc", "5"],
        pub_info: ["A Lee - NeurIPS, 2017", ""],
        snippet: ["We propose …", ""],
      },
      query: {
        engine: "google_scholar",
        q: "tools",
        as_ylo: "2017",
        hl: "en",
        as_sdt: "0",
        start: "10",
        filter: "1",
        output: "json",
      },
    });
  });

  it("may find no articles", async () => {
    const empty = { title: [], cited_by: [], organic_id: [], pub_info: [], snippet: [] };
    const none = { error: "Google hasn't returned any results for this query." };
    for (const answer of [none, {}, { organic_results: 1 }, [], "x"]) {
      expect((await called("search_google_scholar", { query: "x" }, answer)).result).toEqual(empty);
    }
  });

  it("describes authors", async () => {
    const answer = {
      author: { name: "Ann Lee", affiliations: "Ulm University", website: "https://lee.example", email: "x" },
      articles: [
        { title: "Attention", authors: "A Lee", publication: "NeurIPS", year: "2017", cited_by: { value: 1 } },
      ],
    };
    const args = { author_id: "LSsXyncAAAAJ", sort: "pubdate", no_cache: true };
    expect(await called("get_author_information", args, answer)).toEqual({
      result: {
        name: "Ann Lee",
        affiliations: "Ulm University",
        website: "https://lee.example",
        articles: [{ title: "Attention", authors: "A Lee", publication: "NeurIPS", year: "2017" }],
      },
      query: { engine: "google_scholar_author", output: "json", ...args, no_cache: "true" },
    });
    await expect(called("get_author_information", { author_id: "x" }, {})).rejects.toThrow(
      'There is no author with the id "x"',
    );
  });

  it("cites articles", async () => {
    const answer = {
      citations: [
        { title: "MLA", snippet: 'Lee, Ann. "Attention." 2017.' },
        { title: "APA", snippet: "Lee, A. (2017). Attention." },
        { title: "Empty" },
      ],
    };
    expect(await called("get_citation_format", { q: "abc" }, answer)).toEqual({
      result: { citation: 'MLA: Lee, Ann. "Attention." 2017.\nAPA: Lee, A. (2017). Attention.' },
      query: { engine: "google_scholar_cite", q: "abc", output: "json" },
    });
    await expect(called("get_citation_format", { q: "x" }, { citations: [] })).rejects.toThrow(
      "no article with the id",
    );
  });

  it("finds the ids of authors", async () => {
    const answer = { profiles: [{ name: "Ann Lee", author_id: "LSs" }, { author_id: "other" }] };
    const args = { mauthors: "Ann Lee", after_author: "t" };
    expect(await called("get_author_id", args, answer)).toEqual({
      result: { author_id: "LSs" },
      query: { engine: "google_scholar_profiles", mauthors: "Ann Lee", after_author: "t", output: "json" },
    });
    await expect(called("get_author_id", { mauthors: "x" }, { profiles: [] })).rejects.toThrow('no author named "x"');
  });

  it("reports what the service reports", async () => {
    await expect(called("get_author_id", { mauthors: "x" }, { error: "Run out of searches" })).rejects.toMatchObject({
      code: "tool_error",
      message: "Google Scholar: Run out of searches",
    });
    const pending = { search_metadata: { status: "Processing" } };
    await expect(called("get_author_id", { mauthors: "x", async_req: true }, pending)).rejects.toThrow(
      "has not searched yet: call again without async_req",
    );
    await expect(called("get_author_id", { mauthors: "x", output: "html" }, {})).rejects.toThrow(
      '"output" must be "json"',
    );
  });

  it("fails without a word of the key, which is in the query", async () => {
    const create = (options: GoogleScholarOptions) => new GoogleScholar({ apiKey: secretKey, ...options });
    expect(await failuresOf({ create, tool: "search_google_scholar", args: { query: "x" } })).toEqual({
      "wrong key": "http_error: Google Scholar answered with the status 401: Invalid key …",
      "encoded key": "http_error: Google Scholar answered with the status 400: /?key=…&k=a=…",
      "long message": "http_error: Google Scholar answered with the status 400: x…",
      "too many": "http_error: Google Scholar answered with the status 429",
      "error page": "http_error: Google Scholar answered with the status 500",
      "no JSON": "http_error: Google Scholar did not answer with JSON",
      slow: "http_error: Google Scholar did not answer within 0.2 s",
      "hang-up": "http_error: Google Scholar can't be reached: …",
      huge: "http_error: The answer of Google Scholar is larger than 10000 bytes",
    });
  });
});
