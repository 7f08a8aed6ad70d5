/** The interface of a web search service for the toolkit `Web`. */

/** A result of a search on the web. */
export interface SearchResult {
  readonly title: string;
  readonly url: string;
  /** The part of the page that matches the query. */
  readonly snippet: string;
}

/** A service that searches the web. */
export interface SearchProvider {
  /**
   * @param options.count - how many results to return at most
   * @throws HttpError if the service does not answer as expected
   */
  search(
    query: string,
    options: { readonly count: number; readonly signal: AbortSignal },
  ): Promise<readonly SearchResult[]>;
}
