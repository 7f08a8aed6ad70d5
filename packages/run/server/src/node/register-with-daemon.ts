import { argv, pid } from "node:process";
import { errorJson } from "@helve/core";
import { isObject } from "@helve/core/internal";

/**
 * Registers a server with the OpenTool daemon on this machine (`POST /opentool-daemon/register`, as the SDKs of version 1 do). Without a
 * daemon the server works all the same, so nothing is thrown.
 */
export async function registerWithDaemon(options: RegisterOptions): Promise<DaemonRegistration> {
  const { port, host = "127.0.0.1", prefix = "/opentool", file = argv[1] ?? "", apiKeys, signal } = options;
  const { daemon = "http://localhost:19627" } = options;
  try {
    const response = await fetch(`${daemon}/opentool-daemon/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ file, host, port, prefix, pid, apiKeys }),
      redirect: "error",
      signal: AbortSignal.any([AbortSignal.timeout(5_000), ...(signal === undefined ? [] : [signal])]),
    });
    const answer: unknown = await response.json().catch(() => undefined);
    const { id, error } = isObject(answer) ? answer : {};
    if (typeof id === "string" && id !== "") return { id };
    return { error: typeof error === "string" ? error : `the daemon answered ${response.status} without an id` };
  } catch (error) {
    if (signal?.aborted === true) return { error: "the registration was aborted" };
    return { error: `the daemon at ${daemon} can't be reached: ${reasonOf(error)}` };
  }
}

/** The answer of a daemon. */
export interface DaemonRegistration {
  /** The id that the daemon has assigned; absent if the server runs without a daemon. */
  readonly id?: string;
  /** Why there is no id. */
  readonly error?: string;
}

/** The data with which a server registers. */
export interface RegisterOptions {
  readonly port: number;
  /** The address for the daemon; `127.0.0.1` by default. */
  readonly host?: string | undefined;
  /** `/opentool` by default. */
  readonly prefix?: string | undefined;
  /** The file that was started; by default this program's. */
  readonly file?: string | undefined;
  /** The keys that the daemon needs to call the server. They are sent in plain text, so by default none are. */
  readonly apiKeys?: readonly string[] | undefined;
  /** The daemon; `http://localhost:19627` by default. */
  readonly daemon?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Returns the innermost cause of an error. */
function reasonOf(error: unknown): string {
  const { cause, ...outer } = errorJson(error);
  return cause?.message || outer.message;
}
