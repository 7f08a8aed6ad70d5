import { ArxivSearch, arxivSearchUses } from "@helve/lagent/arxiv-search";
import { callTool, testDescriptions } from "@helve/toolkit-tests/describe-toolkit";
import { localService } from "@helve/toolkit-tests/local-service";
import { describe, expect, it } from "vitest";

const search = "get_arxiv_article_information";

describe("ArxivSearch", () => {
  testDescriptions({
    document: "arxiv-search",
    create: (locale) => new ArxivSearch({ locale }),
    uses: arxivSearchUses,
  });

  it("returns the papers that the service finds", async () => {
    await using service = await localService(() => feed);
    const kit = new ArxivSearch({ url: `${service.url}/api/query`, topK: 2 });
    expect(await callTool(kit, search, { query: "tool use" })).toEqual({
      content: [
        "Published: 2017-06-12",
        "Title: Attention & more",
        "Authors: Ann Lee, Bo Ng",
        "Summary: We study x < y.",
      ].join("\n"),
    });
    const [request] = service.requests;
    expect(request?.url.searchParams.get("search_query")).toBe("tool use");
    expect(request?.url.searchParams.get("max_results")).toBe("2");
  });

  it("says so if there are none", async () => {
    await using service = await localService(() => "<feed></feed>");
    const kit = new ArxivSearch({ url: service.url });
    expect(await callTool(kit, search, { query: "x" })).toEqual({ content: "No good Arxiv Result was found" });
  });

  it("tries again while the service is busy, and fails with its status", async () => {
    await using service = await localService(() => ({ status: 503, headers: { "retry-after": "0" } }));
    const kit = new ArxivSearch({ url: service.url, retries: 1 });
    await expect(callTool(kit, search, { query: "x" })).rejects.toMatchObject({
      code: "http_error",
      status: 503,
      message: "Arxiv exception: arXiv answered with the status 503",
    });
    expect(service.requests).toHaveLength(2);
  });
});

const feed = `<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>all:tool use</title>
<entry><published>2017-06-12T17:57:34Z</published><title>Attention
 &amp; more</title><summary>We study x &lt; y.</summary>
<author><name>Ann Lee</name></author><author><name>Bo Ng</name></author></entry></feed>`;
