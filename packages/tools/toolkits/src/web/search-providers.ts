/** The search services of the toolkit `Web`: Serper, Brave, Tavily, SearXNG. */
import { requiredKey } from "../api-key.ts";
import { environmentVariable } from "../host.ts";
import { type HttpOptions, httpJson } from "../http.ts";
import { listAt } from "../json-members.ts";
import { searchSerper, serperUrl } from "../serper.ts";
import type { SearchProvider } from "./search-provider.ts";
import { searchResults } from "./search-results.ts";

/** Options of a search service with a key. */
export interface KeyedSearchOptions extends HttpOptions {
  /** The key; the value of an environment variable by default. */
  readonly apiKey?: string | undefined;
  /** The address of the service; its public one by default. */
  readonly url?: string | undefined;
}

/** Options of {@link searxng}. */
export interface SearxngOptions extends HttpOptions {
  /** The address of the instance; `SEARXNG_URL` by default. */
  readonly url?: string | undefined;
}

/**
 * Makes the search provider that asks Google through Serper; the key is also read from `SERPER_API_KEY`.
 * @throws TypeError if there is no key
 */
export function serper({ url = serperUrl, ...options }: KeyedSearchOptions = {}): SearchProvider {
  const apiKey = requiredKey("Serper", options.apiKey, "SERPER_API_KEY");
  return {
    async search(query, { count, signal }) {
      const answer = await searchSerper("Serper", { url: `${url}/search`, apiKey, query, count, signal }, options);
      return searchResults(listAt(answer, "organic"), count, { url: "link", snippet: "snippet" });
    },
  };
}

/**
 * Makes the search provider for Brave Search; the key is also read from `BRAVE_API_KEY`.
 * @throws TypeError if there is no key
 */
export function brave({ url = "https://api.search.brave.com", ...options }: KeyedSearchOptions = {}): SearchProvider {
  const apiKey = requiredKey("Brave Search", options.apiKey, "BRAVE_API_KEY");
  return {
    async search(query, { count, signal }) {
      const headers = { accept: "application/json", "x-subscription-token": apiKey };
      const request = { query: { q: query, count }, headers, key: apiKey, signal };
      const answer = await httpJson("Brave Search", `${url}/res/v1/web/search`, request, options);
      return searchResults(listAt(answer, "web", "results"), count, { url: "url", snippet: "description" });
    },
  };
}

/**
 * Makes the search provider for Tavily; the key is also read from `TAVILY_API_KEY`.
 * @throws TypeError if there is no key
 */
export function tavily({ url = "https://api.tavily.com", ...options }: KeyedSearchOptions = {}): SearchProvider {
  const apiKey = requiredKey("Tavily", options.apiKey, "TAVILY_API_KEY");
  return {
    async search(query, { count, signal }) {
      const headers = { authorization: `Bearer ${apiKey}` };
      const json = { query, max_results: count };
      const request = { method: "POST", isSafe: true, headers, json, key: apiKey, signal } as const;
      const answer = await httpJson("Tavily", `${url}/search`, request, options);
      return searchResults(listAt(answer, "results"), count, { url: "url", snippet: "content" });
    },
  };
}

/**
 * An instance of SearXNG of one's own, whose settings must allow the format JSON.
 *
 * @throws TypeError if there is no address
 */
export function searxng(options: SearxngOptions = {}): SearchProvider {
  const url = options.url ?? environmentVariable("SEARXNG_URL");
  if (url === undefined || !URL.canParse(url)) {
    throw new TypeError(
      'SearXNG needs the address of an instance: the option "url" or the environment variable SEARXNG_URL',
    );
  }
  return {
    async search(query, { count, signal }) {
      const address = `${url.replace(/\/+$/, "")}/search`;
      const answer = await httpJson("SearXNG", address, { query: { q: query, format: "json" }, signal }, options);
      return searchResults(listAt(answer, "results"), count, { url: "url", snippet: "content" });
    },
  };
}
