/** Converts an error response of a service to an error that a model can act on. */
import { isObject } from "@helve/core/internal";
import { ToolError } from "@helve/tool";
import { withoutKey } from "./api-key.ts";
import { type HttpResponse, statusError } from "./http.ts";

/** Data about a failed request. */
export interface FailedRequest {
  readonly subject?: string | undefined;
  readonly scope?: string | undefined;
  /** Whether it would have changed something. */
  readonly isChange: boolean;
  /** The access token, which the message must not contain. */
  readonly key: string;
}

/** The error of an answer whose status is no success, in words that the model can act on. */
export function serviceError(service: string, response: HttpResponse, failed: FailedRequest): ToolError {
  const { status } = response;
  const { subject, scope, isChange, key } = failed;
  const detail = detailOf(service, response, key);
  if (isRateLimit(response))
    return new ToolError(`${service} accepts no more requests for now: wait before you retry.`);
  switch (status) {
    case 400:
      return new ToolError(`${service} rejected the request${detail}.`);
    case 401:
      return new ToolError(`${service} refused the access token: the user has to sign in again.`);
    case 403:
      return new ToolError(
        scope === undefined
          ? `${service} does not allow this${detail}.`
          : `${service} does not allow this${detail}. The access token needs the scope ${scope}: the user has to grant it.`,
      );
    case 404:
    case 410:
      return new ToolError(
        subject === undefined ? `${service} does not find this${detail}.` : `There is no ${subject}.`,
      );
    default: {
      const uncertain =
        isChange && status >= 500 ? " The change may have been made: check it before you try again." : "";
      return new ToolError(`${service} answered with the status ${status}${detail}.${uncertain}`);
    }
  }
}

/** Whether an answer says that there were too many requests; Google also uses the status 403 for that. */
export function isRateLimit({ status, text }: HttpResponse): boolean {
  return status === 429 || (status === 403 && /"(?:user)?rateLimitExceeded"|"RATE_LIMIT_EXCEEDED"/i.test(text));
}

/** The service's own message, after a colon. */
function detailOf(service: string, response: HttpResponse, key: string): string {
  const { message } = statusError(service, response, key);
  const own = /: (.*)$/s.exec(message)?.[1] ?? withoutKey(errorText(response.text), key).slice(0, 300);
  return own === "" ? "" : `: ${own.replaceAll(/\s+/g, " ").trim().replace(/\.$/, "")}`;
}

/** The description of an OAuth error: `{ "error": "…", "error_description": "…" }`. */
function errorText(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    const description = isObject(body) ? body["error_description"] : undefined;
    return typeof description === "string" ? description : "";
  } catch {
    return "";
  }
}
