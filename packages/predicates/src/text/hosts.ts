import type { Truth } from "@helve/core";

/** A host of the network, as a browser and every HTTP client come to it. */
export interface NetworkHost {
  /** In small letters and punycode, an IPv4 address as four numbers; without a dot at its end. */
  readonly name: string;
  /** As it is written, or else that of the scheme; empty when neither tells. */
  readonly port: string;
}

/**
 * The host of a URL or of a host's name, with or without a port: past userinfo (`https://good.com@evil.com`), odd
 * spellings of addresses (`0x7f.1`, `::ffff:127.0.0.1`) and letters that look like others (by punycode).
 *
 * @returns `null` for what is none (a path, a bucket, a variable), and for what is read in different ways:
 *   `good.com\\@evil.com`
 */
export function hostOf(urlOrHost: string): NetworkHost | null {
  const text = urlOrHost.trim();
  if (text === "" || text.length > 8192 || readInTwoWays.test(text) || /\p{Cc}/u.test(text)) return null;
  const scheme = /^([a-z][a-z0-9+.-]{0,30}):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined && /^[a-z][a-z0-9+-]{1,30}:(?!\d)/i.test(text)) return null;
  if (scheme !== undefined && hostless.has(scheme)) return null;
  const ssh = scheme === undefined ? /^[\w.-]{1,64}@([\w.-]{1,255}):(?!\d+$)/.exec(text) : null;
  const bare = ssh?.[1] ?? text.replace(/^\/\//, "");
  if (scheme === undefined && /^[^/?#]*:(?:[/?#]|$)/.test(bare)) return null;
  // Other schemes than those of the web would leave the host as it is written.
  const web = scheme === undefined ? `http://${isBareIpv6(bare) ? `[${bare}]` : bare}` : text.replace(notWeb, "http:");
  const name = ipv4(hostnameOf(web).replace(/\.$/, ""));
  if (!plain.test(name)) return null;
  const written = /^https?:\/\/[^/?#]*:0*(\d{1,5})(?:[/?#]|$)/i.exec(web)?.[1];
  return { name, port: written ?? standardPorts.get(scheme ?? "") ?? "" };
}

function hostnameOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return "";
  }
}

const plain = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])$/;
const notWeb = /^(?!https?:)[a-z][a-z0-9+.-]{0,30}:/i;

/** What looks like a host after these is the name of a bucket or a directory. */
const hostless: ReadonlySet<string> = new Set(
  ["file", "s3", "s3a", "s3n", "gs", "oss", "cos", "cosn", "az", "dbfs", "unix", "ipfs", "ipns"], //
);

const standardPorts: ReadonlyMap<string, string> = new Map([
  ["ftp", "21"],
  ["ssh", "22"],
  ["http", "80"],
  ["ws", "80"],
  ["https", "443"],
  ["wss", "443"],
]);

/**
 * A backslash, a space, or an `@` behind what may end the host, before the first slash; a slash where the host would
 * begin.
 */
const readInTwoWays = /^(?:[a-z][a-z0-9+.-]{0,30}:)?(?:\/\/\/|\/(?!\/)|(?:\/\/)?[^/?#]*(?:[\\\s]|[?#][^/]*@))/i;

function isBareIpv6(text: string): boolean {
  return /^[0-9a-f]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(text);
}

/** An IPv4 address that is written as one of IPv6. */
function ipv4(name: string): string {
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(name) ?? [];
  if (high === undefined || low === undefined) return name;
  return [high, low].flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255]).join(".");
}

/**
 * A test whether a host is one of those that a pattern names: `x.org` and `x.org:8080` just that, `.x.org` it and all
 * beneath it, `*.x.org` all beneath it. Of a pattern that names no host (`x.org/path`, `*`) it is unknown.
 */
export function hostTest(pattern: string): (host: NetworkHost) => Truth {
  const [, star, dot = "", rest = ""] = /^(\*?)(\.?)(.*)$/s.exec(pattern.trim()) ?? [];
  const wanted = /^(?:https?:\/\/)?[^/?#@]*\/?$/i.test(rest) ? hostOf(rest) : null;
  if (wanted === null || (dot === "" && star !== "")) return () => "unknown";
  return ({ name, port }) => {
    if (wanted.port !== "" && !isPort(port, wanted.port)) return false;
    return (name === wanted.name && star === "") || (dot !== "" && name.endsWith(`.${wanted.name}`));
  };
}

/** A port that nothing tells is that of HTTP. */
function isPort(port: string, wanted: string): boolean {
  return port === "" ? wanted === "80" || wanted === "443" : port === wanted;
}

/** Whether a host is this machine. */
export function isLoopback({ name }: NetworkHost): boolean {
  return name === "localhost" || name.endsWith(".localhost") || /^(127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/.test(name);
}
