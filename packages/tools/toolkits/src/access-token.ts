/** Gets an OAuth access token, and a new one after the status 401. */
import { HttpError } from "./http-error.ts";

/**
 * An OAuth access token, or a function that returns the current one. After the status 401 the function is called once more, with
 * `refresh: true`. It is called before each request, so it should keep the token while it is valid.
 */
export type AccessToken = string | ((request: TokenRequest) => string | Promise<string>);

/** Options of a request for a token. */
export interface TokenRequest {
  /** Whether the service has refused the last token. */
  readonly refresh: boolean;
  readonly signal: AbortSignal;
}

/**
 * Returns the current token.
 *
 * @throws HttpError if not found, or it can't be in a header; the message does not contain the token
 */
export async function currentToken(service: string, token: AccessToken, request: TokenRequest): Promise<string> {
  // An environment variable that is not set, for example.
  if (((token ?? "") as unknown) === "") throw new HttpError(`${service} needs an access token: the option "token"`);
  const value = typeof token === "string" ? token : await provided(service, token, request);
  if (typeof value !== "string" || !/^[\x21-\x7e]+$/.test(value)) {
    throw new HttpError(`The access token for ${service} must be a text of ASCII characters without spaces`);
  }
  return value;
}

/** Requests a token from the host's function. */
async function provided(
  service: string,
  provider: Exclude<AccessToken, string>,
  request: TokenRequest,
): Promise<string> {
  try {
    return await provider(request);
  } catch {
    request.signal.throwIfAborted();
    // Errors of token endpoints may contain secrets, so they do not become part of the record of the call.
    throw new HttpError(`The access token for ${service} can't be obtained: the token provider failed`);
  }
}
