/** Decides when an HTTP request may be sent again. Whether sending it twice does harm is the caller's to decide. */

/**
 * Whether the same request may succeed later, by the status of the answer: 408, 409 (a lock of the service), 429, and errors of the
 * server.
 */
export function isTransientStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/**
 * How long the server asks to wait before the next request: `retry-after-ms`, or `Retry-After` in seconds or as a date.
 *
 * Source: RFC 9110 §10.2.3; `retry-after-ms` as OpenAI and Azure send it.
 *
 * @returns the time in milliseconds, 0 for a date in the past; `undefined` if the server does not say or it can't be read
 */
export function requestedDelay(headers: Pick<Headers, "get">): number | undefined {
  return number(headers.get("retry-after-ms"), 1) ?? number(headers.get("retry-after"), 1000) ?? untilDate(headers);
}

/** Parses a number in a header, in milliseconds. */
function number(text: string | null, milliseconds: number): number | undefined {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) * milliseconds : undefined;
}

/** Returns the time until the date in `Retry-After`. */
function untilDate(headers: Pick<Headers, "get">): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  // An HTTP date begins with the day of the week; `Date.parse` also reads a number such as -5 as a date.
  const time = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - Date.now());
}
