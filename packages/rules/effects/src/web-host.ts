import { unknownText } from "./unknown-text.ts";

/**
 * The host of an address as browsers, Node and .NET read it: tabs and line ends within it do not count, and a backslash is a slash.
 *
 * @param text - a URL, a host, or a host with a port; unknown parts are `unknownText` or `unknownName`
 * @returns `null` if the host is unknown
 */
export function webHost(text: string): string | null {
  const address = text.replaceAll(/[\t\r\n]/g, "").trim();
  const [, special] = /^(?:https?|wss?|ftp):[\\/]*([^\\/?#]*)/i.exec(address) ?? [];
  const [, other] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(address) ?? [];
  const authority = special ?? other ?? /^(?:[\\/]{2})?([^\\/?#]*)/.exec(address)?.[1] ?? "";
  // An unknown part may contain `@`, so that the host follows it; only for this machine, it counts as a port.
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]):/i.exec(authority)?.[1];
  if (authority.includes(unknownText)) return local?.toLowerCase() ?? null;
  const [, host] = /^(\[[^\]]*\]|[^:\uFFFE]+)(?::\d*)?$/.exec(authority.slice(authority.lastIndexOf("@") + 1)) ?? [];
  return host?.toLowerCase() ?? null;
}
