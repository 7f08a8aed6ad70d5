import { exactText, knownTexts, unknownValue, unknownValueFrom, type Value } from "../engine/value.ts";
import { nonLiteralOrigins, originsOf } from "../engine/value-origins.ts";
import { hasUnknownText, unknownName, unknownText } from "../unknown-text.ts";
import { webHost } from "../web-host.ts";
import { emitEffect, type ProgramCall } from "./call.ts";

interface Connection {
  readonly host: string | null;
  readonly port?: number | undefined;
  readonly protocol?: string;
  readonly url?: string | undefined;
}

/** The host, the port and the URL of an address. */
function connectionsTo(url: Value | undefined): readonly Connection[] {
  const found = url === undefined ? [] : knownTexts(url).map(connection);
  return found.length === 0 || url?.mayBeUnknown === true ? [...found, { host: null }] : found;
}

function connection(address: string): Connection {
  // The host is known if the known beginning of the address contains more than the host.
  const known = address.slice(
    0,
    Math.min(...[unknownText, unknownName].map((mark) => `${address}${mark}`.indexOf(mark))),
  );
  const text = hasUnknownText(address) ? /^\w+:\/\/[^/?#]+[/?#]/.exec(known)?.[0] : address;
  const host = text === undefined ? null : webHost(text);
  if (text === undefined || host === null) return { host: null };
  const [, protocol = "http"] = /^\s*(\w+):\/\//.exec(text) ?? [];
  const port = /^\s*(?:\w+:\/\/)?[^/?#]*:(\d{1,5})(?=[/?#\s]|$)/.exec(text)?.[1];
  return { host, protocol: protocol.toLowerCase(), url: text, port: port === undefined ? undefined : Number(port) };
}

/** Adds that data is fetched. @returns the data */
export function fetched(call: ProgramCall, url: Value | undefined): Value {
  // An address that contains data of files or variables sends them.
  const secret = (url === undefined ? [] : nonLiteralOrigins(url)).filter(
    ({ kind }) => kind === "file" || kind === "environment" || kind === "secret" || kind === "output",
  );
  return connect(call, url, secret.length > 0 ? "out" : "in", secret);
}

/** Adds that data is sent. @returns the answer */
export function sent(call: ProgramCall, url: Value | undefined, data: Value | undefined): Value {
  return connect(
    call,
    url,
    "out",
    originsOf(data ?? unknownValue).length === 0 ? [{ kind: "unknown" }] : originsOf(data ?? unknownValue),
  );
}

function connect(call: ProgramCall, url: Value | undefined, direction: "in" | "out", from: Value["from"]): Value {
  const connections = connectionsTo(url);
  for (const to of connections) emitEffect(call, { kind: "network", direction, ...to, from });
  return unknownValueFrom(connections.map(({ host }) => ({ kind: "network", host })));
}

/** The host that a value names. */
export function hostOf(value: Value | null | undefined): string | null {
  return exactText(value ?? undefined)?.toLowerCase() ?? null;
}
