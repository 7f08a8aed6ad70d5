import type { Truth } from "@helve/core";

/**
 * Returns the host that a URL or host name leads to, as a browser resolves it: `evil.com` for `https://good.com@evil.com`,
 * `127.0.0.1` for `0x7f.1` and `::ffff:127.0.0.1`, punycode for non-ASCII letters.
 *
 * @returns `null` for text that is not a host (a path, a bucket, a variable), and for text that programs read in different
 *   ways: `good.com\\@evil.com`
 */
export function hostOf(urlOrHost: string): NetworkHost | null {
  const text = urlOrHost.trim();
  if (text === "" || text.length > 8192 || ambiguousUrl.test(text) || /\p{Cc}/u.test(text)) return null;
  const scheme = /^([a-z][a-z0-9+.-]{0,30}):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined && /^[a-z][a-z0-9+-]{1,30}:(?!\d)/i.test(text)) return null;
  if (scheme !== undefined && hostlessSchemes.has(scheme)) return null;
  const ssh = scheme === undefined ? /^[\w.-]{1,64}@([\w.-]{1,255}):(?!\d+$)/.exec(text) : null;
  const hostText = ssh?.[1] ?? text.replace(/^\/\//, "");
  if (scheme === undefined && /^[^/?#]*:(?:[/?#]|$)/.test(hostText)) return null;
  // The URL parser normalizes hosts only for web schemes.
  const webUrl =
    scheme === undefined
      ? `http://${isBareIpv6(hostText) ? `[${hostText}]` : hostText}`
      : text.replace(nonWebScheme, "http:");
  const name = unwrapIpv4(hostnameOf(webUrl).replace(/\.$/, ""));
  if (!validHostName.test(name)) return null;
  const explicitPort = /^https?:\/\/[^/?#]*:0*(\d{1,5})(?:[/?#]|$)/i.exec(webUrl)?.[1];
  return { name, port: explicitPort ?? standardPorts.get(scheme ?? "") ?? "" };
}

/** The normalized host of a URL: its name and port. */
export interface NetworkHost {
  /** In lower case and punycode, an IPv4 address as four numbers, without a final dot. */
  readonly name: string;
  /** The port in the text, or the standard port of the scheme; empty if both are absent. */
  readonly port: string;
}

/** The hostname of a URL; an empty string if the URL is invalid. */
function hostnameOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return "";
  }
}

/** A host name in lower case, or an IPv6 address in brackets. */
const validHostName = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])$/;
const nonWebScheme = /^(?!https?:)[a-z][a-z0-9+.-]{0,30}:/i;

/** Schemes that are followed by the name of a bucket or a directory instead of a host: `s3://bucket`. */
const hostlessSchemes: ReadonlySet<string> = new Set(
  ["file", "s3", "s3a", "s3n", "gs", "oss", "cos", "cosn", "az", "dbfs", "unix", "ipfs", "ipns"], //
);

/** The standard port of each scheme. */
const standardPorts: ReadonlyMap<string, string> = new Map([
  ["ftp", "21"],
  ["ssh", "22"],
  ["http", "80"],
  ["ws", "80"],
  ["https", "443"],
  ["wss", "443"],
]);

/**
 * A URL that programs read in different ways: a backslash, a space, or an `@` after `?` or `#` before the first slash, or a
 * slash at the start of the host.
 */
const ambiguousUrl = /^(?:[a-z][a-z0-9+.-]{0,30}:)?(?:\/\/\/|\/(?!\/)|(?:\/\/)?[^/?#]*(?:[\\\s]|[?#][^/]*@))/i;

/** Whether a text is an IPv6 address without brackets: `::1`. */
function isBareIpv6(text: string): boolean {
  return /^[0-9a-f]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(text);
}

/** Converts an IPv4 address in IPv6 form: `[::ffff:7f00:1]` becomes `127.0.0.1`; other names are unchanged. */
function unwrapIpv4(name: string): string {
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(name) ?? [];
  if (high === undefined || low === undefined) return name;
  return [high, low].flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255]).join(".");
}

/**
 * Creates a test of whether a host matches a pattern: `x.org` and `x.org:8080` match only this host, `*.x.org` its subdomains,
 * `.x.org` both. For a pattern without a host (`x.org/path`, `*`) the result is unknown.
 */
export function hostTest(pattern: string): (host: NetworkHost) => Truth {
  const [, star, dot = "", rest = ""] = /^(\*?)(\.?)(.*)$/s.exec(pattern.trim()) ?? [];
  const wanted = /^(?:https?:\/\/)?[^/?#@]*\/?$/i.test(rest) ? hostOf(rest) : null;
  if (wanted === null || (dot === "" && star !== "")) return () => "unknown";
  return ({ name, port }) => {
    if (wanted.port !== "" && !hasPort(port, wanted.port)) return false;
    return (name === wanted.name && star === "") || (dot !== "" && name.endsWith(`.${wanted.name}`));
  };
}

/** Whether a host has the port of a pattern; an absent port counts as 80 and 443. */
function hasPort(port: string, wanted: string): boolean {
  return port === "" ? wanted === "80" || wanted === "443" : port === wanted;
}

/** Whether a host is this machine: `localhost`, `127.0.0.1`, `[::1]`. */
export function isLoopback({ name }: NetworkHost): boolean {
  return name === "localhost" || name.endsWith(".localhost") || /^(127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/.test(name);
}
