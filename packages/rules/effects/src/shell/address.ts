/** Parses addresses in the words of a command: URLs, `user@host:path`, `host:port`, `/dev/tcp/host/port`. */
import { type Argument, knownPrefix, literalText } from "./argument.ts";
import type { Connection } from "./evaluation.ts";

/** An address in a command. */
export interface Address extends Connection {
  /** The whole URL, if the address is a URL. */
  readonly url?: string;
}

/** The network connection that Bash opens for a path such as `/dev/tcp/x.org/80`; `undefined` for other paths. */
export function devTcpConnection(path: string): Connection | undefined {
  const [, protocol, host, port] = /^\/dev\/(tcp|udp)\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
  if (protocol === undefined || host === undefined) return;
  return { protocol, host: host.toLowerCase(), ...portOf(port) };
}

/**
 * The address that a word contains: `https://x.org/y`, `ada@x.org:dir`, `x.org:80`, `x.org`.
 *
 * The host of a partly unknown word is known if some text after it is known: `https://x.org/$y`.
 */
export function addressOf(argument: Argument): Address {
  const text = literalText(argument);
  const begun = text ?? knownPrefix(argument);
  const [, scheme, authority = "", after = ""] = /^([a-z][a-z\d+.-]*):\/\/([^/?#\\]*)([/?#\\]?)/i.exec(begun) ?? [];
  if (scheme !== undefined) {
    const host = text !== undefined || after !== "" ? hostOf(authority) : { host: null };
    return { protocol: scheme.toLowerCase(), ...host, url: text };
  }
  const [, plain, rest] = /^(?:[^@/:]*@)?(\[[^\]]*\]|[^/:?#]*)(?:[:/?#](.*))?$/s.exec(begun) ?? [];
  if (plain === undefined || (text === undefined && rest === undefined)) return { host: null };
  const known = hostOf(
    rest !== undefined && /^\d+$/.test(rest.split("/")[0] ?? "") ? `${plain}:${rest.split("/")[0]}` : plain,
  );
  return known.host === "" ? { host: null } : known;
}

/** The host and port of `user:password@x.org:80`. */
function hostOf(authority: string): Connection {
  const own = authority.slice(authority.lastIndexOf("@") + 1);
  const [, host = own, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(own) ?? [];
  return { host: host.replace(/\.$/, "").toLowerCase() || null, ...portOf(port) };
}

/** The port of an address as an object to spread; empty if the text is not a valid port. */
export function portOf(text: string | undefined): { readonly port?: number } {
  const port = Number(text);
  return text !== undefined && /^\d+$/.test(text) && port <= 65_535 ? { port } : {};
}
