/** Sends searches to SerpApi. */
import { ToolError } from "@helve/tool";
import type { HttpOptions } from "@helve/toolkits";
import { type HttpRequest, httpJson, textAt, withoutKey } from "@helve/toolkits/internal";

/** The parameters of a search with SerpApi, without the key. */
export type SerpApiQuery = NonNullable<HttpRequest["query"]>;

/**
 * Searches with SerpApi.
 *
 * @throws ToolError if the service reports an error, or has not searched yet
 * @throws HttpError if it does not answer as expected
 */
export async function requestSerpApi(
  { url, apiKey, query, signal }: SerpApiRequest,
  options: HttpOptions,
): Promise<unknown> {
  const request = { query: { ...query, api_key: apiKey }, key: apiKey, signal };
  const answer = await httpJson("Google Scholar", url, request, options);
  const error = textAt(answer, "error");
  if (/hasn't returned any results/i.test(error)) return {};
  if (error !== "") throw new ToolError(`Google Scholar: ${withoutKey(error, apiKey).slice(0, 300)}`);
  const isPending = /^(?:queued|processing)$/i.test(textAt(answer, "search_metadata", "status"));
  if (isPending) throw new ToolError("Google Scholar has not searched yet: call again without async_req");
  return answer;
}

interface SerpApiRequest {
  readonly url: string;
  readonly apiKey: string;
  readonly query: SerpApiQuery;
  readonly signal: AbortSignal;
}
