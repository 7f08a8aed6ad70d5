/** Calls a JSON API with an access token. */
import { ToolError } from "@helve/tool";
import { type AccessToken, currentToken } from "./access-token.ts";
import { isRateLimit, serviceError } from "./api-error.ts";
import { type HttpOptions, type HttpRequest, type HttpResponse, httpRequest } from "./http.ts";
import { HttpError } from "./http-error.ts";

/** An API that is called with an access token. */
export interface AuthorizedApi {
  /** Its name in messages: `Gmail`. */
  readonly service: string;
  /** The address that paths are relative to. */
  readonly url: string;
  readonly token: AccessToken;
}

/** A request to an API. */
export interface ApiRequest extends Pick<HttpRequest, "method" | "query" | "json" | "isSafe" | "signal"> {
  /** The thing that doesn't exist if the status is 404: `mail "7"`. */
  readonly subject?: string | undefined;
  /** The value to return if the status is 404, instead of an error. */
  readonly missing?: unknown;
  /** The OAuth scope that the request needs, for the message after the status 403. */
  readonly scope?: string | undefined;
}

/**
 * Sends a request with the access token, after the status 401 once more with a new one, and parses the JSON of the answer.
 *
 * @param path - relative to the address of the API, without a slash at the start
 * @throws ToolError for each status other than 2xx, with a message that the model can act on
 * @throws HttpError if there is no answer
 */
export async function callApi(
  { service, url, token }: AuthorizedApi,
  path: string,
  request: ApiRequest,
  options: HttpOptions,
): Promise<unknown> {
  const signal = request.signal ?? new AbortController().signal;
  const address = `${url.replace(/\/+$/, "")}/${path}`;
  const isChange = (request.method ?? "GET") !== "GET" && request.isSafe !== true;
  let accessToken = "";
  const send = async (refresh: boolean): Promise<HttpResponse> => {
    accessToken = "";
    accessToken = await currentToken(service, token, { refresh, signal });
    const headers = { authorization: `Bearer ${accessToken}` };
    return httpRequest(service, address, { ...request, headers, key: accessToken, mayPass: isRateLimit }, options);
  };
  try {
    let response = await send(false);
    if (response.status === 401 && typeof token === "function") response = await send(true);
    if (response.status === 404 && "missing" in request) return request.missing;
    if (response.status < 200 || response.status > 299) {
      throw serviceError(service, response, { ...request, isChange, key: accessToken });
    }
    return response.bytes.length === 0 ? undefined : parseJson(service, response.text);
  } catch (error) {
    const isUncertain = isChange && error instanceof HttpError && accessToken !== "";
    if (!isUncertain) throw error;
    throw new ToolError(`${error.message}. The change may have been made: check it before you try again.`);
  }
}

/**
 * An id as a part of a path.
 *
 * @param subject - what it is the id of: `mail`
 * @throws ToolError for a text that would be another path
 */
export function pathSegment(subject: string, id: string): string {
  if (/^\.{0,2}$/.test(id.trim()) || /\p{Cc}|\p{Cs}/u.test(id)) throw noSuch(`${subject} ${JSON.stringify(id)}`);
  return encodeURIComponent(id.trim());
}

/** The error about something that doesn't exist: `There is no mail "7".` */
export function noSuch(subject: string): ToolError {
  return new ToolError(`There is no ${subject}.`);
}

function parseJson(service: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ToolError(`${service} did not answer with JSON.`);
  }
}
