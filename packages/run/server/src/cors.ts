/** Creates CORS headers for the web pages that may send requests. */
import { type Reply, withHeaders } from "./responses.ts";

/** The headers of CORS (Fetch standard §3.2) for the web pages that may send requests. */
export interface Cors {
  /** Whether pages of an origin may send requests. */
  allows(origin: string): boolean;
  /** Answers the request by which a browser asks before it sends another one; `undefined` if it does not come from an allowed page. */
  preflight(request: Request): Response | undefined;
  /** Adds the headers by which a browser lets an allowed page read a reply. */
  expose(request: Request, reply: Reply): Reply;
}

/** Creates the headers for these origins, or for all. Keys are sent in a header, so cookies are never allowed. */
export function createCors(origins: readonly string[], anyOrigin: boolean): Cors {
  const listed = new Set(origins);
  const isActive = anyOrigin || listed.size > 0;
  const allows = (origin: string): boolean => anyOrigin || listed.has(origin);
  const allowed = ({ headers }: Request): string | undefined => {
    const origin = headers.get("origin");
    return origin !== null && allows(origin) ? origin : undefined;
  };

  /** Adds CORS headers to a reply. */
  function expose(request: Request, reply: Reply): Reply {
    if (!isActive) return reply;
    const origin = allowed(request);
    return withHeaders(reply, {
      vary: "Origin",
      ...(origin !== undefined && {
        "access-control-allow-origin": anyOrigin ? "*" : origin,
        "access-control-expose-headers": "Retry-After, WWW-Authenticate",
      }),
    });
  }

  return {
    allows,
    expose,
    preflight: (request) => {
      const { method, headers } = request;
      const isPreflight = method === "OPTIONS" && headers.has("access-control-request-method");
      if (!isPreflight || allowed(request) === undefined) return undefined;
      // The same for every path, because a preflight has no key.
      return new Response(null, {
        status: 204,
        headers: {
          "access-control-allow-methods": "GET, POST",
          "access-control-allow-headers": "Authorization, Content-Type",
          "access-control-max-age": "600",
          // A page of the internet that calls a server on this machine or in this network.
          ...(headers.get("access-control-request-private-network") === "true" && {
            "access-control-allow-private-network": "true",
          }),
        },
      });
    },
  };
}
