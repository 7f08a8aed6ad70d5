import { webHost } from "../web-host.ts";
import { type Call, emit } from "./evaluation.ts";
import { dataOrigins, textOf, type Value } from "./value.ts";

/** The host, the port and the URL of an address. */
function connection(url: Value | undefined): { host: string | null; port?: number; protocol?: string; url?: string } {
  // The host is known if the known beginning of the address contains more than the host.
  const beginning = url?.prefix === undefined ? undefined : /^\w+:\/\/[^/?#]+[/?#]/.exec(url.prefix)?.[0];
  const text = textOf(url) ?? beginning;
  if (text === undefined) return { host: null };
  const host = webHost(text);
  if (host === null) return { host: null };
  const [, protocol = "http"] = /^\s*(\w+):\/\//.exec(text) ?? [];
  const port = /^\s*(?:\w+:\/\/)?[^/?#]*:(\d{1,5})(?=[/?#\s]|$)/.exec(text)?.[1];
  return {
    host,
    protocol: protocol.toLowerCase(),
    url: text,
    port: port === undefined ? undefined : Number(port),
  };
}

/** Adds that data is fetched. @returns the data */
export function emitFetch(call: Call, url: Value | undefined): Value {
  const to = connection(url);
  // An address that contains data of files or variables sends them.
  const secret = (url?.from ?? []).filter(
    ({ kind }) => kind === "file" || kind === "environment" || kind === "secret" || kind === "output",
  );
  emit(call, { kind: "network", direction: secret.length > 0 ? "out" : "in", ...to, from: secret });
  return { from: [{ kind: "network", host: to.host }] };
}

/** Adds that data is sent. @returns the answer */
export function emitSend(call: Call, url: Value | undefined, data: Value | undefined): Value {
  const to = connection(url);
  emit(call, { kind: "network", direction: "out", ...to, from: dataOrigins(data ?? { from: [{ kind: "unknown" }] }) });
  return { from: [{ kind: "network", host: to.host }] };
}
