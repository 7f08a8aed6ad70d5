import { isTransientStatus, requestedDelay } from "@helve/core/internal";
import { afterEach, describe, expect, it, vi } from "vitest";

describe("isTransientStatus", () => {
  it.each([408, 409, 429, 500, 502, 503, 504, 529])("is true for %i", (status) => {
    expect(isTransientStatus(status)).toBe(true);
  });

  it.each([200, 304, 400, 401, 404, 410, 422])("is false for %i", (status) => {
    expect(isTransientStatus(status)).toBe(false);
  });
});

describe("requestedDelay", () => {
  afterEach(() => void vi.useRealTimers());

  it.each([
    [{ "retry-after": "2" }, 2000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": " 1.5 " }, 1500],
    [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
    [{ "retry-after-ms": "soon", "retry-after": "9" }, 9000],
    [{ "retry-after": "Thu, 01 Jan 1970 00:00:07 GMT" }, 5000],
    [{ "retry-after": "Thursday, 01-Jan-70 00:00:07 GMT" }, 5000],
    [{ "retry-after": "Thu, 01 Jan 1970 00:00:01 GMT" }, 0],
  ])("reads %j", (headers, expected) => {
    vi.useFakeTimers({ now: 2000 });
    expect(requestedDelay(new Headers(headers as Record<string, string>))).toBe(expected);
  });

  it.each([
    {},
    { "retry-after": "" },
    { "retry-after": "-5" },
    { "retry-after": "soon" },
    { "retry-after": "Infinity" },
  ])("does not guess what %j means", (headers) => {
    expect(requestedDelay(new Headers(headers as Record<string, string>))).toBeUndefined();
  });
});
