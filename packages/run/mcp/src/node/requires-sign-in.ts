import { probeServer } from "./probe-server.ts";
import type { ServerConfig } from "./servers-file.ts";
import type { SignInStore } from "./sign-in-file.ts";

/**
 * Finds out whether a server with a URL refuses Helve because nobody has signed in: it answers the first request with 401, and no sign-in is kept. It
 * knows nothing of other failures: a server that can't be reached may require one or not.
 *
 * @param store - the sign-ins that are kept; none by default
 * @param timeout - how long the server may take, in milliseconds
 */
export async function requiresSignIn(
  config: ServerConfig,
  { store, timeout = 5000 }: { readonly store?: SignInStore; readonly timeout?: number } = {},
): Promise<boolean> {
  if ("command" in config) return false;
  try {
    const { status } = await probeServer(config, timeout);
    return status === 401 && (await store?.load(config.url))?.tokens === undefined;
  } catch {
    return false;
  }
}
