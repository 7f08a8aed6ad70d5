/** Calls the tools of a toolkit while its service fails, and checks that no error contains the secret key. */
import type { Toolkit } from "@helve/tool";
import { expect } from "vitest";
import { callTool } from "./describe-toolkit.ts";
import { type LocalAnswer, localService } from "./local-service.ts";

/** The secret key of the tests: no message may contain it. */
export const secretKey = "k-0123456789/a b+c";

/** A call by which a toolkit with a key uses a service. */
export interface FailingCall {
  /** Creates the toolkit for a service at `url`, with {@link secretKey} and the given options. */
  create(options: {
    readonly url: string;
    readonly retries: number;
    readonly timeout: number;
    readonly sizeLimit: number;
  }): Toolkit;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * Calls a tool while its service fails in several ways.
 *
 * @returns the code and the message of each error, by the way in which the service fails
 */
export async function failuresOf({ create, tool, args }: FailingCall): Promise<Readonly<Record<string, string>>> {
  const failures: Record<string, string> = {};
  for (const [name, answer] of Object.entries(failingAnswers)) {
    await using service = await localService(() => answer());
    const kit = create({ url: service.url, retries: 0, timeout: name === "slow" ? 200 : 60_000, sizeLimit: 10_000 });
    const error = await callTool(kit, tool, args).then(
      () => expect.unreachable(`${name} did not fail`),
      (error: Error & { readonly code: string }) => error,
    );
    expect(`${error.message} ${JSON.stringify(error)} ${String(error.cause)}`).not.toMatch(/0123456/);
    failures[name] =
      `${error.code}: ${error.message.replace(/: fetch failed|: UND_ERR\w*|: ECONN\w*/, ": …").replace(/x{290}/, "x")}`;
  }
  return failures;
}

const failingAnswers: Readonly<Record<string, () => LocalAnswer | Promise<LocalAnswer>>> = {
  "wrong key": () => ({ status: 401, body: JSON.stringify({ error: `Invalid key ${secretKey}` }) }),
  "encoded key": () => ({
    status: 400,
    body: `/?key=${encodeURIComponent(secretKey)}&k=${new URLSearchParams({ a: secretKey })}`,
  }),
  "long message": () => ({ status: 400, body: `${"x".repeat(290)}${secretKey}` }),
  "too many": () => ({ status: 429, headers: { "retry-after": "0" } }),
  "error page": () => ({ status: 500, body: "<html>Error</html>" }),
  "no JSON": () => "<html>Hello</html>",
  slow: () => new Promise(() => {}),
  "hang-up": () => ({ status: 0 }),
  huge: () => ({ json: "x".repeat(20_000) }),
};
