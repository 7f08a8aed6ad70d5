/** Fetches URLs that a model supplies, and refuses private addresses, after redirects too. */
import { ToolError } from "@helve/tool";
import { machineDns } from "./host.ts";
import { type HttpOptions, type HttpRequest, type HttpResponse, httpOptionNames, httpRequest } from "./http.ts";
import { privateAddress, privateHost } from "./public-host.ts";

/** Options for fetching addresses that a model supplies. */
export interface GuardedFetchOptions extends HttpOptions {
  /** Whether hosts of this machine and of the local network may be contacted; false by default. */
  readonly allowPrivateHosts?: boolean | undefined;
  /**
   * The IP addresses of a host, which are checked too. By default the DNS of Node, unless `fetch` is given; elsewhere, only names and
   * literal addresses are checked. If it fails, the host is refused.
   */
  readonly resolve?: ((host: string) => Promise<readonly string[]>) | undefined;
}

/** The names of the options of {@link GuardedFetchOptions}. */
export const guardedFetchOptionNames: Readonly<Record<keyof GuardedFetchOptions, true>> = {
  ...httpOptionNames,
  allowPrivateHosts: true,
  resolve: true,
};

/**
 * Fetches an address that a model supplied. Redirects are followed one by one, and each address is checked: only `http:` and `https:`, no
 * credentials, no hosts of this machine or of the local network.
 *
 * A name could point to another address between the check and the request: block private addresses in the network as well if that matters.
 *
 * @throws ToolError if an address may not be fetched
 * @throws HttpError if there is no answer in time, or it is too large
 */
export async function guardedFetch(
  url: string,
  request: Pick<HttpRequest, "headers" | "checkHead" | "signal">,
  options: GuardedFetchOptions,
): Promise<HttpResponse> {
  let address = await checkedUrl(url, undefined, options, request.signal);
  for (let redirects = 0; ; redirects++) {
    const response = await httpRequest(address.host, address, { ...request, redirect: "manual" }, options);
    const target = redirectTarget(response);
    if (target === undefined) return { ...response, url: address.href };
    if (redirects === maxRedirects) throw new ToolError(`${url} redirects more than ${maxRedirects} times`);
    address = await checkedUrl(target, address, options, request.signal);
  }
}

/** Whether an answer leads to another address. */
export function isRedirect({ status, headers }: Pick<HttpResponse, "status" | "headers">): boolean {
  return redirectStatuses.has(status) && headers.has("location");
}

const maxRedirects = 5;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function redirectTarget(response: HttpResponse): string | undefined {
  return isRedirect(response) ? (response.headers.get("location") ?? undefined) : undefined;
}

/**
 * An address that a model supplied.
 *
 * @param what - the start of the error message: `The address`
 * @param from - the address that a relative one belongs to
 * @throws ToolError if it is not an address of http or https, or has credentials
 */
export function webAddress(text: string, what: string, from?: URL): URL {
  const url = URL.parse(text.trim(), from);
  if (url === null) throw new ToolError(`${what} must begin with https:// or http:// (got ${quoted(text)})`);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new ToolError(`${what} must begin with https:// or http:// (got ${quoted(url.protocol)})`);
  }
  if (url.username !== "" || url.password !== "") throw new ToolError(`${what} must not contain a user or a password`);
  return url;
}

/** Parses a URL, and checks that it may be fetched. @param from - the address that redirected to this one */
async function checkedUrl(
  text: string,
  from: URL | undefined,
  options: GuardedFetchOptions,
  signal: AbortSignal | undefined,
): Promise<URL> {
  const what = from === undefined ? "The address" : `The address to which ${from.host} redirects`;
  const url = webAddress(text, what, from);
  url.hash = "";
  if (options.allowPrivateHosts === true) return url;
  const reason = privateHost(url.hostname) ?? (await privateResolution(url.hostname, options));
  signal?.throwIfAborted();
  if (reason !== undefined) {
    throw new ToolError(`${what} must be public: ${url.hostname} is ${reason}, which may not be contacted`);
  }
  return url;
}

/**
 * Why an address of a host is not public. A host that has no addresses can't be reached, which the request then reports.
 *
 * @throws ToolError if a `resolve` of the options fails: its host may have other addresses for the request
 */
async function privateResolution(
  hostname: string,
  { fetch, resolve }: GuardedFetchOptions,
): Promise<string | undefined> {
  if (/^(?:\[.*\]|[\d.]+)$/.test(hostname)) return undefined; // an address
  const ofMachine = fetch === undefined ? machineDns() : undefined;
  const addresses =
    resolve === undefined
      ? await ofMachine?.(hostname).catch(() => [])
      : await resolve(hostname).catch((cause: unknown) => {
          throw new ToolError(`The addresses of ${hostname} can't be found, so that it may not be contacted`, {
            cause,
          });
        });
  const reason = addresses?.map(privateAddress).find((found) => found !== undefined);
  return reason === undefined ? undefined : `the name of ${reason}`;
}

/** Quotes at most 200 characters of a text. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
