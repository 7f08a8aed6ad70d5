/** Searches with Serper, which returns Google's results as JSON. */
import { type HttpOptions, httpJson } from "./http.ts";

/** Searches with Serper, which returns the results of Google as JSON. */
export interface SerperRequest {
  readonly url: string;
  readonly apiKey: string;
  readonly query: string;
  readonly count: number;
  readonly signal: AbortSignal | undefined;
}

/** Searches with Serper. @throws HttpError if there is no answer, or one with another status than 2xx */
export function searchSerper(
  service: string,
  { url, apiKey, query, count, signal }: SerperRequest,
  options: HttpOptions,
): Promise<unknown> {
  const headers = { "x-api-key": apiKey };
  const json = { q: query, num: count };
  return httpJson(service, url, { method: "POST", isSafe: true, headers, json, key: apiKey, signal }, options);
}

export const serperUrl = "https://google.serper.dev";
