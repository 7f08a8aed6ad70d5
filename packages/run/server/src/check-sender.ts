/** Refuses requests from web pages and to other host names, which could misuse a server on this machine. */
import type { Cors } from "./cors.ts";

/** Why a request is refused before anything else, or `undefined`. */
export type CheckSender = (request: Request, url: URL) => string | undefined;

/**
 * Creates the check of where a request was sent to and which page sent it. It keeps web pages from calling a server on this machine:
 * a page of another origin says so in `Origin` or `Sec-Fetch-Site`, and a page whose name resolves to this machine (DNS rebinding)
 * has another name in `Host`.
 *
 * @param hosts - names and addresses without ports; `undefined` for any
 */
export function createSenderCheck(hosts: readonly string[] | undefined, cors: Cors): CheckSender {
  const allowedHosts = hosts && new Set(hosts.map((host) => host.toLowerCase()));
  return (request, url) => {
    // A request line with a whole URL hides the header from `url`, so both are checked.
    const host = request.headers.get("host");
    const names = host === null ? [url.hostname] : [url.hostname, hostnameOf(host)];
    if (allowedHosts !== undefined && !names.every((name) => allowedHosts.has(name))) {
      return "The server is not reached by this name. Its option `hosts` lists the names.";
    }
    const origin = request.headers.get("origin");
    if (origin !== null) {
      if (cors.allows(origin) || originHost(origin) === (host ?? url.host).toLowerCase()) return undefined;
      return "Web pages of other origins may not send requests. The option `origins` lists those that may.";
    }
    const site = request.headers.get("sec-fetch-site") ?? "none";
    if (site === "none" || site === "same-origin") return undefined;
    return "Web pages of other origins may not send requests.";
  };
}

/** The names of this machine. */
export const loopbackHosts: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Returns a host without its port, in lower case. */
function hostnameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, "");
}

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
