/** Decides which hosts a browser may contact. */
import { isIP } from "node:net";
import { machineDns } from "../../host.ts";
import { privateAddress, privateHost, withoutBrackets } from "../../public-host.ts";

/** Which hosts a browser may contact. */
export interface HostAccess {
  /** Names such as `example.org`, and `*.example.org` for all names below it; all public hosts by default. */
  readonly hosts?: readonly string[] | undefined;
  /** Whether hosts of this machine and of the local network may be contacted, if `hosts` has them; false by default. */
  readonly allowPrivateHosts?: boolean | undefined;
  /** The IP addresses of a host; by default those that the DNS of Node finds. The browser itself asks no DNS. */
  readonly resolve?: ((host: string) => Promise<readonly string[]>) | undefined;
}

/**
 * Checks a list of hosts.
 *
 * @throws TypeError naming the first entry that is not a host
 */
export function checkHosts(hosts: readonly string[] | undefined): void {
  if (hosts !== undefined && !Array.isArray(hosts)) {
    throw new TypeError('WebBrowser: "hosts" must be a list such as ["example.org", "*.example.org"]');
  }
  const wrong = hosts?.findIndex((host) => canonicalHost(String(host).replace(/^\*\./, "")) === undefined) ?? -1;
  if (wrong < 0) return;
  const got = JSON.stringify(hosts?.[wrong]);
  throw new TypeError(
    `WebBrowser: hosts[${wrong}] must be a name such as "example.org" or "*.example.org" (got ${got})`,
  );
}

/** Why a host may not be contacted, by its name or its literal address, as a sentence. */
export function refusalOf(hostname: string, { hosts, allowPrivateHosts = false }: HostAccess): string | undefined {
  const name = canonicalHost(hostname);
  if (name === undefined) return refusal(hostname, "no valid host");
  if (hosts !== undefined && !hosts.some((pattern) => matches(name, pattern))) {
    return refusal(hostname, `not among the allowed hosts (${hosts.join(", ") || "none"})`);
  }
  const reason = allowPrivateHosts ? undefined : privateHost(name);
  return reason === undefined ? undefined : refusal(hostname, reason);
}

/** Writes why a host may not be contacted. */
function refusal(hostname: string, reason: string): string {
  return `${hostname} may not be contacted: it is ${reason}.`;
}

/**
 * The addresses of a host, if all of them may be contacted.
 *
 * @throws RefusedHost if it may not be contacted, or has no address
 */
export async function allowedAddresses(hostname: string, access: HostAccess): Promise<readonly string[]> {
  const refused = refusalOf(hostname, access);
  if (refused !== undefined) throw new RefusedHost(refused);
  const literal = withoutBrackets(hostname);
  if (isIP(literal) !== 0) return [literal];
  const resolve = access.resolve ?? machineDns();
  const addresses = (await resolve?.(hostname).catch(() => [])) ?? [];
  if (addresses.length === 0) throw new RefusedHost(refusal(hostname, "a name that has no address"));
  const reason = addresses.map((address) => privateAddress(address)).find((found) => found !== undefined);
  if (reason !== undefined && access.allowPrivateHosts !== true) {
    throw new RefusedHost(refusal(hostname, `the name of ${reason}`));
  }
  return addresses;
}

/** A host that may not be contacted. Its message is a sentence with the reason. */
export class RefusedHost extends Error {}

/** Whether a host matches a pattern. */
function matches(name: string, pattern: string): boolean {
  const host = canonicalHost(pattern.replace(/^\*\./, ""));
  if (host === undefined) return false;
  return pattern.startsWith("*.") ? name.endsWith(`.${host}`) : name === host;
}

/** A host as `URL` writes it, without a dot at the end; `undefined` for anything else, such as a URL. */
function canonicalHost(text: string): string | undefined {
  const url = URL.parse(`http://${text}/`);
  if (url === null || url.href !== `http://${url.hostname}/` || url.hostname.includes("*")) return undefined;
  return url.hostname.replace(/\.$/, "") || undefined;
}
