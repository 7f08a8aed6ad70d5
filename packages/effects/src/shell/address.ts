import { type Argument, knownPrefix, literalText } from "./argument.ts";
import type { Connection } from "./evaluation.ts";

/** An address as it is written. */
export interface Address extends Connection {
  /** All of it, for what is a URL. */
  readonly url?: string;
}

/** The host of Bash's own connections: `/dev/tcp/x.org/80`. */
export function connectionOf(path: string): Connection | undefined {
  const [, protocol, host, port] = /^\/dev\/(tcp|udp)\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
  if (protocol === undefined || host === undefined) return;
  return { protocol, host: host.toLowerCase(), ...portOf(port) };
}

/**
 * Reads a word as an address: `https://x.org/y`, `ada@x.org:dir`, `x.org:80`, `x.org`.
 *
 * Of a word that is not wholly known, the host is known when something after it is.
 */
export function addressOf(argument: Argument): Address {
  const text = literalText(argument);
  const begun = text ?? knownPrefix(argument);
  const [, scheme, authority = "", after = ""] = /^([a-z][a-z\d+.-]*):\/\/([^/?#\\]*)([/?#\\]?)/i.exec(begun) ?? [];
  if (scheme !== undefined) {
    const host = text !== undefined || after !== "" ? hostOf(authority) : { host: null };
    return { protocol: scheme.toLowerCase(), ...host, ...(text !== undefined && { url: text }) };
  }
  const [, plain, rest] = /^(?:[^@/:]*@)?(\[[^\]]*\]|[^/:?#]*)(?:[:/?#](.*))?$/s.exec(begun) ?? [];
  if (plain === undefined || (text === undefined && rest === undefined)) return { host: null };
  const known = hostOf(
    rest !== undefined && /^\d+$/.test(rest.split("/")[0] ?? "") ? `${plain}:${rest.split("/")[0]}` : plain,
  );
  return known.host === "" ? { host: null } : known;
}

/** `user:password@x.org:80` without the user, and the port apart. */
function hostOf(authority: string): Connection {
  const own = authority.slice(authority.lastIndexOf("@") + 1);
  const [, host = own, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(own) ?? [];
  return { host: host.replace(/\.$/, "").toLowerCase() || null, ...portOf(port) };
}

/** A port as a number, or nothing. */
export function portOf(text: string | undefined): { readonly port?: number } {
  const port = Number(text);
  return text !== undefined && /^\d+$/.test(text) && port <= 65_535 ? { port } : {};
}
