/** The subpath `@helve/lagent/google-search`: searches the web by Serper. */
import type { ToolContext } from "@helve/core";
import type { Policy } from "@helve/predicates";
import { ToolError, Toolkit, type ToolkitTexts, toolApi } from "@helve/tool";
import { type CommonToolkitOptions, HttpError, type HttpOptions } from "@helve/toolkits";
import { httpOptionNames, requiredKey, searchSerper, serperUrl, toolkitOptions } from "@helve/toolkits/internal";
import { type GoogleSearchType, searchText } from "./google-search/search-text.ts";

export type { HttpOptions } from "@helve/toolkits";

export type { GoogleSearchType } from "./google-search/search-text.ts";

/** Options of {@link GoogleSearch}. */
export interface GoogleSearchOptions extends CommonToolkitOptions, HttpOptions {
  /** The key of Serper; `SERPER_API_KEY` by default. */
  readonly apiKey?: string | undefined;
  /** The kind of search; `"search"` by default, which finds pages. */
  readonly searchType?: GoogleSearchType | undefined;
  /** How many results are used if the model does not say; 10 by default. */
  readonly topK?: number | undefined;
  /** The address of the service; Serper's address by default. */
  readonly url?: string | undefined;
}

/**
 * Searches with Google through Serper (Lagent `GoogleSearch`).
 *
 * @throws TypeError if there is no key
 * @example
 * const executor = new ActionExecutor([new GoogleSearch({ searchType: "news" })]);
 */
export class GoogleSearch extends Toolkit {
  override readonly name = "GoogleSearch";
  readonly #apiKey: string;
  readonly #options: GoogleSearchOptions;

  constructor(options: GoogleSearchOptions = {}) {
    super(
      toolkitOptions(options, { ...httpOptionNames, apiKey: true, searchType: true, topK: true, url: true }, chinese),
    );
    this.#apiKey = requiredKey("GoogleSearch", options.apiKey, "SERPER_API_KEY");
    this.#options = options;
  }

  @toolApi(
    `Search with Google and get a short answer to a question: for news, facts and whatever changes.

    Args:
        query (str): what to search for
        k (int, optional): how many results to use, from 1 to 100

    Returns:
        str: what was found`,
    { idempotent: true, parallel: true },
  )
  async run(query: string, k: number | undefined, { signal }: ToolContext): Promise<string> {
    const { topK = 10, searchType = "search", url = serperUrl } = this.#options;
    const count = k ?? topK;
    if (count < 1 || count > 100) throw new ToolError(`"k" must be from 1 to 100 (got ${count})`);
    const request = { url: `${url}/${searchType}`, apiKey: this.#apiKey, query, count, signal };
    try {
      const answer = await searchSerper("Google Search", request, this.#options);
      return searchText(answer, searchType, count) || "No good Google Search Result was found";
    } catch (error) {
      // As in Lagent, a status is an error of the tool, and only a missing answer one of the network.
      if (error instanceof HttpError && error.status !== undefined)
        throw new ToolError(error.message, { cause: error });
      throw error;
    }
  }
}

/** The meaning of the arguments for rules: entries of a policy's `tools`. */
export const googleSearchUses: NonNullable<Policy<never>["tools"]> = { GoogleSearch: [] };

const chineseDescription = "用 Google 搜索并得到问题的简短答案，适用于新闻、事实和不断变化的信息。";

const chinese: ToolkitTexts = {
  description: chineseDescription,
  tools: {
    GoogleSearch: {
      description: chineseDescription,
      parameters: { query: "搜索内容", k: "使用多少条结果，1 到 100" },
    },
  },
};
