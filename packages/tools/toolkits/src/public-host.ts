/** Decides whether a host is on the public internet, to keep tools from internal services. */
import ipaddr from "ipaddr.js";

/**
 * Why a host is not on the public internet, as a phrase: `a loopback address`. It is decided by its name or its literal address.
 *
 * @param hostname - as `URL` writes it: addresses of IPv4 in decimal, those of IPv6 in brackets
 * @returns `undefined` for a public host
 */
export function privateHost(hostname: string): string | undefined {
  const name = hostname.toLowerCase().replace(/\.+$/, "");
  const literal = withoutBrackets(name);
  if (ipaddr.isValid(literal)) return privateAddress(literal);
  if (name === "localhost" || name.endsWith(".localhost")) return "a name of this machine";
  if (!name.includes(".")) return "a name of the local network";
  return localDomains.some((domain) => name.endsWith(domain)) ? "a name of the local network" : undefined;
}

/** A host without the brackets that `URL` writes around addresses of IPv6. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/** Why an IP address is not on the public internet, as {@link privateHost}. */
export function privateAddress(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return "no address";
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (parsed instanceof ipaddr.IPv6) {
    const isTranslated = range === "rfc6052" && parsed.parts[2] === 0;
    if (range === "ipv4Mapped" || isTranslated) return privateAddress(embeddedAddress(parsed));
    if ((parsed.parts[0] ?? 0) >> 13 !== 1) return `${kinds.get(range) ?? "a reserved"} address`;
  }
  if (metadataAddresses.has(parsed.toString())) return "an address of the machine's cloud";
  return range === "unicast" ? undefined : `${kinds.get(range) ?? "a reserved"} address`;
}

/** The address of IPv4 in the last 32 bits of one of IPv6. */
function embeddedAddress({ parts }: ipaddr.IPv6): string {
  const [high = 0, low = 0] = parts.slice(-2);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
}

/** Domains that are not used on the public internet. */
const localDomains: readonly string[] = [
  ".local",
  ".internal",
  ".intranet",
  ".lan",
  ".home",
  ".corp",
  ".private",
  ".home.arpa",
];

/** Services of clouds for the machine itself at public addresses. */
const metadataAddresses: ReadonlySet<string> = new Set(["168.63.129.16"]);

const kinds: ReadonlyMap<string, string> = new Map([
  ["loopback", "a loopback"],
  ["unspecified", "a loopback"],
  ["linkLocal", "a link-local"],
  ["private", "a private"],
  ["carrierGradeNat", "a private"],
  ["uniqueLocal", "a private"],
  ["deprecatedSiteLocal", "a private"],
  ["multicast", "a multicast"],
  ["broadcast", "a multicast"],
]);
