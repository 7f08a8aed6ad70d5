/** The subpath `@helve/lagent/google-scholar`: searches papers and authors on Google Scholar. */
import type { ToolContext } from "@helve/core";
import type { Policy } from "@helve/predicates";
import { ToolError, Toolkit, toolApi } from "@helve/tool";
import type { CommonToolkitOptions, HttpOptions } from "@helve/toolkits";
import { httpOptionNames, requiredKey, toolkitOptions } from "@helve/toolkits/internal";
import type { AuthorInformation, ScholarArticles } from "./google-scholar/scholar-answers.ts";
import { authorId, authorInformation, citationFormats, scholarArticles } from "./google-scholar/scholar-answers.ts";
import { requestSerpApi, type SerpApiQuery } from "./google-scholar/serp-api.ts";
import { chineseScholar } from "./google-scholar/texts.ts";

export type { HttpOptions } from "@helve/toolkits";

export type { AuthorInformation, ScholarArticle, ScholarArticles } from "./google-scholar/scholar-answers.ts";

/** Options of {@link GoogleScholar}. */
export interface GoogleScholarOptions extends CommonToolkitOptions, HttpOptions {
  /** The key of SerpApi; `SERPAPI_API_KEY` by default. */
  readonly apiKey?: string | undefined;
  /** How many articles are returned; 3 by default. */
  readonly topK?: number | undefined;
  /** The address of the service; SerpApi's address by default. */
  readonly url?: string | undefined;
}

/**
 * Finds articles and authors on Google Scholar through SerpApi (Lagent `GoogleScholar`).
 *
 * @throws TypeError if there is no key
 * @example
 * const executor = new ActionExecutor([new GoogleScholar({ topK: 5 })]);
 */
export class GoogleScholar extends Toolkit {
  override readonly name = "GoogleScholar";
  static readonly description = "Finds scholarly articles, their authors and how to cite them.";
  readonly #apiKey: string;
  readonly #options: GoogleScholarOptions;

  constructor(options: GoogleScholarOptions = {}) {
    super(toolkitOptions(options, { ...httpOptionNames, apiKey: true, topK: true, url: true }, chineseScholar));
    this.#apiKey = requiredKey("GoogleScholar", options.apiKey, "SERPAPI_API_KEY");
    this.#options = options;
  }

  @toolApi(
    `Find scholarly articles.

    Args:
        query (str): what to search for; \`author:\` and \`source:\` restrict it
        cites (str, optional): the id of an article; only articles that cite it
        as_ylo (int, optional): the first year
        as_yhi (int, optional): the last year
        scisbd (int, optional): 1 sorts articles of the last year by date and returns abstracts, 2 everything; 0 sorts by relevance
        cluster (str, optional): the id of an article; all its versions
        hl (str, optional): the language of the results, as two letters
        lr (str, optional): the languages of the articles, such as lang_en|lang_fr
        start (int, optional): how many results to skip
        num (int, optional): how many results to search, from 1 to 20
        as_sdt (str, optional): 0 without patents, 7 with patents, 4 case law; then the courts
        safe (str, optional): active or off: whether adult content is left out
        filter (str, optional): 1 or 0: whether similar results are left out
        as_vis (str, optional): 1 or 0: whether citations are left out

    Returns:
        dict: the best articles
            - title (list[str]): their titles
            - cited_by (list[int]): how often each is cited
            - organic_id (list[str]): their ids, for get_citation_format
            - pub_info (list[str]): authors, journal and year of each
            - snippet (list[str]): what each says about the query`,
    { explodeReturn: true, idempotent: true, parallel: true },
  )
  async search_google_scholar(
    query: string,
    cites: string | undefined,
    as_ylo: number | undefined,
    as_yhi: number | undefined,
    scisbd: number | undefined,
    cluster: string | undefined,
    hl: string | undefined,
    lr: string | undefined,
    start: number | undefined,
    num: number | undefined,
    as_sdt: string | undefined,
    safe: string | undefined,
    filter: string | undefined,
    as_vis: string | undefined,
    { signal }: ToolContext,
  ): Promise<ScholarArticles> {
    const restrictions = { cites, as_ylo, as_yhi, scisbd, cluster, as_sdt, safe, filter, as_vis };
    const request = { engine: "google_scholar", q: query, ...restrictions, hl, lr, start, num };
    return scholarArticles(await this.#request(request, signal), this.#options.topK ?? 3);
  }

  @toolApi(
    `Get what is known about an author.

    Args:
        author_id (str): the author's id, from get_author_id
        hl (str, optional): the language of the results, as two letters
        view_op (str, optional): view_citation for one citation, list_colleagues for all co-authors
        sort (str, optional): title or pubdate: how articles are sorted
        citation_id (str, optional): the citation of view_citation
        start (int, optional): how many articles to skip
        num (int, optional): how many articles to get, from 1 to 100
        no_cache (bool, optional): whether to search again instead of using a stored answer
        async_req (bool, optional): whether the service answers before it has searched
        output (str, optional): the format: json

    Returns:
        dict: the author
            - name (str): the name
            - affiliations (str): where the author works
            - website (str): the author's page
            - articles (list[dict]): the first articles, with title, authors, publication and year`,
    { explodeReturn: true, idempotent: true, parallel: true },
  )
  async get_author_information(
    author_id: string,
    hl: string | undefined,
    view_op: string | undefined,
    sort: string | undefined,
    citation_id: string | undefined,
    start: number | undefined,
    num: number | undefined,
    no_cache: boolean | undefined,
    async_req: boolean | undefined,
    output: string | undefined,
    { signal }: ToolContext,
  ): Promise<AuthorInformation> {
    const options = { hl, view_op, sort, citation_id, start, num, no_cache, async: async_req, output };
    const request = { engine: "google_scholar_author", author_id, ...options };
    return authorInformation(await this.#request(request, signal), author_id, this.#options.topK ?? 3);
  }

  @toolApi(
    `Get how to cite an article in the usual formats.

    Args:
        q (str): the article's id, from search_google_scholar
        no_cache (bool, optional): whether to search again instead of using a stored answer
        async_req (bool, optional): whether the service answers before it has searched
        output (str, optional): the format: json

    Returns:
        dict: the citation
            - citation (str): the citation in each format, one a line`,
    { explodeReturn: true, idempotent: true, parallel: true },
  )
  async get_citation_format(
    q: string,
    no_cache: boolean | undefined,
    async_req: boolean | undefined,
    output: string | undefined,
    { signal }: ToolContext,
  ): Promise<{ readonly citation: string }> {
    const request = { engine: "google_scholar_cite", q, no_cache, async: async_req, output };
    return { citation: citationFormats(await this.#request(request, signal), q) };
  }

  @toolApi(
    `Find the id of an author.

    Args:
        mauthors (str): the author's name; \`label:\` adds a field of research
        hl (str, optional): the language of the results, as two letters
        after_author (str, optional): the token of the next page
        before_author (str, optional): the token of the previous page
        no_cache (bool, optional): whether to search again instead of using a stored answer
        async_req (bool, optional): whether the service answers before it has searched
        output (str, optional): the format: json

    Returns:
        dict: the author that fits best
            - author_id (str): the id`,
    { explodeReturn: true, idempotent: true, parallel: true },
  )
  async get_author_id(
    mauthors: string,
    hl: string | undefined,
    after_author: string | undefined,
    before_author: string | undefined,
    no_cache: boolean | undefined,
    async_req: boolean | undefined,
    output: string | undefined,
    { signal }: ToolContext,
  ): Promise<{ readonly author_id: string }> {
    const options = { hl, after_author, before_author, no_cache, async: async_req, output };
    const request = { engine: "google_scholar_profiles", mauthors, ...options };
    return { author_id: authorId(await this.#request(request, signal), mauthors) };
  }

  #request(query: SerpApiQuery, signal: AbortSignal): Promise<unknown> {
    const { output = "json" } = query;
    if (output !== "json") throw new ToolError(`"output" must be "json" (got ${JSON.stringify(output)})`);
    const { url = "https://serpapi.com/search" } = this.#options;
    return requestSerpApi({ url, apiKey: this.#apiKey, query: { ...query, output }, signal }, this.#options);
  }
}

/** The meaning of the arguments for rules: entries of a policy's `tools`. */
export const googleScholarUses: NonNullable<Policy<never>["tools"]> = {
  "GoogleScholar.search_google_scholar": [],
  "GoogleScholar.get_author_information": [],
  "GoogleScholar.get_citation_format": [],
  "GoogleScholar.get_author_id": [],
};
