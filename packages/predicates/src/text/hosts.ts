/** A host of the network, as a browser and every HTTP client come to it. */
export interface NetworkHost {
  /** In small letters and punycode, an IPv4 address as four numbers; without a dot at its end. */
  readonly name: string;
  /** Empty when it is not written, or the scheme's own. */
  readonly port: string;
}

/**
 * The host of a URL or of a host's name, with or without a port: past userinfo (`https://good.com@evil.com`),
 * backslashes, odd spellings of addresses (`0x7f.1`) and letters that look like others (by punycode).
 *
 * @returns `null` for what is none, and for what is read in different ways: `good.com\\@evil.com`
 */
export function hostOf(urlOrHost: string): NetworkHost | null {
  const text = urlOrHost.trim();
  if (text === "" || text.length > 8192 || readInTwoWays.test(text) || /\p{Cc}/u.test(text)) return null;
  const hasScheme = /^[a-z][a-z0-9+.-]{0,30}:\/\//i.test(text);
  if (!hasScheme && /^[a-z][a-z0-9+-]{1,30}:(?!\d)/i.test(text)) return null;
  const ssh = hasScheme ? null : /^[\w.-]{1,64}@([\w.-]{1,255}):(?!\d+$)/.exec(text);
  const bare = ssh?.[1] ?? text.replace(/^\/\//, "");
  const address = /^[0-9a-f]*:[0-9a-f:.]*:[0-9a-f:.]*$/i.test(bare) ? `[${bare}]` : bare;
  // Other schemes than those of the web would leave the host as it is written.
  const web = hasScheme ? text.replace(/^(?!https?:)[a-z][a-z0-9+.-]{0,30}:/i, "http:") : `http://${address}`;
  try {
    const { hostname, port } = new URL(web);
    const name = hostname.replace(/\.$/, "");
    return name === "" ? null : { name, port };
  } catch {
    return null;
  }
}

/** A backslash, a space, or an `@` behind what may end the host, before the first slash. */
const readInTwoWays = /^(?:[a-z][a-z0-9+.-]{0,30}:)?(?:\/\/)?[^/?#]*(?:[\\\s]|[?#][^/]*@)/i;

/**
 * A test whether a host is one of those that a pattern names: `x.org` and `x.org:8080` just that, `.x.org` it and all
 * beneath it, `*.x.org` all beneath it.
 */
export function hostTest(pattern: string): (host: NetworkHost) => boolean {
  const [, star, dot = "", rest = "", wantedPort] = /^(\*?)(\.?)(.*?)(?::(\d{1,5}))?$/s.exec(pattern.trim()) ?? [];
  const wanted = hostOf(rest)?.name;
  if (wanted === undefined || (dot === "" && star !== "")) return () => false;
  return ({ name, port }) => {
    if (wantedPort !== undefined && !isPort(port, wantedPort)) return false;
    return (name === wanted && star === "") || (dot !== "" && name.endsWith(`.${wanted}`));
  };
}

/** A port that is not written is that of HTTP. */
function isPort(port: string, wanted: string): boolean {
  return port === "" ? wanted === "80" || wanted === "443" : port === wanted;
}

/** Whether a host is this machine. */
export function isLoopback({ name }: NetworkHost): boolean {
  return name === "localhost" || name.endsWith(".localhost") || /^(127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/.test(name);
}
