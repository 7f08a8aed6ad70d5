/** The subpath `@helve/lagent/arxiv-search`: searches papers on arXiv. */
import type { ToolContext } from "@helve/core";
import type { Policy } from "@helve/predicates";
import { Toolkit, type ToolkitTexts, toolApi } from "@helve/tool";
import { type CommonToolkitOptions, HttpError, type HttpOptions } from "@helve/toolkits";
import { type HttpRequest, httpOptionNames, httpRequest, statusError, toolkitOptions } from "@helve/toolkits/internal";
import { arxivEntries } from "./arxiv-search/arxiv-feed.ts";

/** Options of {@link ArxivSearch}. */
export interface ArxivSearchOptions extends CommonToolkitOptions, HttpOptions {
  /** How many papers a search returns; 3 by default. */
  readonly topK?: number | undefined;
  /** How much of a search query is used, in characters; 300 by default. */
  readonly maxQueryLength?: number | undefined;
  /** How much of each abstract is returned, in characters; 1,500 by default. */
  readonly maxSummaryLength?: number | undefined;
  /** The address of the service; that of arXiv by default. */
  readonly url?: string | undefined;
}

/**
 * Finds papers on arXiv (Lagent `ArxivSearch`).
 *
 * @example
 * const executor = new ActionExecutor([new ArxivSearch({ topK: 5 })]);
 */
export class ArxivSearch extends Toolkit {
  override readonly name = "ArxivSearch";
  static readonly description = "Finds papers on arXiv.";
  readonly #options: ArxivSearchOptions;

  constructor(options: ArxivSearchOptions = {}) {
    super(
      toolkitOptions(
        options,
        { ...httpOptionNames, topK: true, maxQueryLength: true, maxSummaryLength: true, url: true },
        chinese,
      ),
    );
    this.#options = options;
  }

  @toolApi(
    `Search arXiv and get what is known about the best papers: when they were published, title, authors, abstract.

    Args:
        query (str): what to search for

    Returns:
        dict: the papers
            - content (str): the papers, separated by empty lines`,
    { explodeReturn: true, idempotent: true, parallel: true },
  )
  async get_arxiv_article_information(query: string, { signal }: ToolContext): Promise<{ readonly content: string }> {
    const { topK = 3, maxQueryLength = 300, maxSummaryLength = 1500, url = arxivUrl } = this.#options;
    const search = { search_query: query.slice(0, maxQueryLength), max_results: topK };
    const feed = await requestFeed(url, { query: search, signal }, this.#options);
    const papers = arxivEntries(feed).map(({ published, title, authors, summary }) =>
      [
        `Published: ${published.slice(0, 10)}`,
        `Title: ${title}`,
        `Authors: ${authors.join(", ")}`,
        `Summary: ${summary.slice(0, maxSummaryLength)}`,
      ].join("\n"),
    );
    return { content: papers.length === 0 ? "No good Arxiv Result was found" : papers.join("\n\n") };
  }
}

/** The meaning of the arguments for rules: entries of a policy's `tools`. */
export const arxivSearchUses: NonNullable<Policy<never>["tools"]> = { "ArxivSearch.get_arxiv_article_information": [] };

/** Requests a feed from arXiv. @throws HttpError with a message that begins as Lagent's */
async function requestFeed(url: string, request: HttpRequest, options: HttpOptions): Promise<string> {
  try {
    const response = await httpRequest("arXiv", url, request, options);
    if (response.status !== 200) throw statusError("arXiv", response);
    return response.text;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new HttpError(`Arxiv exception: ${error.message}`, { status: error.status, cause: error });
  }
}

const arxivUrl = "https://export.arxiv.org/api/query";

const chinese: ToolkitTexts = {
  description: "在 arXiv 上查找论文。",
  tools: {
    get_arxiv_article_information: {
      description: "搜索 arXiv，返回最相关论文的发表日期、标题、作者和摘要。",
      parameters: { query: "搜索内容" },
    },
  },
};
