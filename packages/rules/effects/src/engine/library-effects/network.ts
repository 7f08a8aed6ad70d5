import type { Origin } from "../../effects.ts";
import { joinOrigins } from "../../origins.ts";
import { hasUnknownText, suppliedText } from "../../unknown-text.ts";
import { isPassed } from "../arguments.ts";
import type { EffectEntry } from "../call-entry.ts";
import { fileOrigins, fileTargets } from "../file-targets.ts";
import { emit } from "../interpreter.ts";
import { argumentValue, argumentValues, type LibraryCall, objectField } from "../library-call.ts";
import { floodRepetitions, floodRequests, manyIterations } from "../limits.ts";
import { exactNumber, exactText, joinValues, knownTexts, textValue, type Value } from "../value.ts";
import { maxRepetitions, originsOf } from "../value-origins.ts";

/**
 * Emits the effect of a call that sends, fetches or listens. A fetch that reveals data of files or the environment
 * counts as sending.
 */
export function emitNetwork(entry: EffectEntry & { kind: "network" }, call: LibraryCall): void {
  const { interpreter, by, span } = call;
  const address = endpointsOf(entry, call);
  const sent = argumentValues(entry.from ?? "", call).filter(isPassed);
  const from = joinOrigins(...sent.map(originsOf));
  const metadata = argumentValues(entry.metadata ?? "", call).filter(isPassed);
  const metadataOrigins = metadata
    .flatMap(originsOf)
    .filter((origin) => revealsData(origin) && origin.kind !== "environment");
  const addressOrigins = address.endpoints.some(({ host }) => host !== null) ? address.from.filter(revealsData) : [];
  const revealedOrigins = joinOrigins(
    addressOrigins,
    metadataOrigins,
    entry.direction === "in" ? from.filter(revealsData) : [],
  );
  let direction = entry.direction;
  if (direction === "out" && entry.fetches === true && sent.length === 0 && !hasSendingMethod(entry, call))
    direction = "in";
  if (direction === "in" && revealedOrigins.length > 0) direction = "out";
  const base = { by, start: span.start, end: span.end };
  for (const endpoint of address.endpoints) {
    if (endpoint.file !== undefined) {
      emitFileUrlRead(endpoint.file, call);
      continue;
    }
    const { protocol = entry.protocol, ...where } = endpoint;
    const named = protocol === undefined ? {} : { protocol };
    emit(interpreter, {
      kind: "network",
      direction,
      ...where,
      ...named,
      from: direction === "out" ? joinOrigins(from, revealedOrigins) : [],
      ...base,
    });
    if (direction !== "listen") call.fetched = joinOrigins(call.fetched, [{ kind: "network", host: endpoint.host }]);
  }
  const repetitions = Math.max(1, ...sent.map(maxRepetitions));
  const repeated =
    interpreter.loop.repetitions >= manyIterations &&
    direction === "out" &&
    (entry.from !== undefined || entry.url !== undefined);
  const flooding = entry.url !== undefined && interpreter.loop.repetitions >= floodRequests;
  if ((sent.length > 0 && repetitions >= floodRepetitions) || repeated || flooding)
    emit(interpreter, { kind: "exhaust", what: "network", ...base });
}

/** Whether a request has a method that sends data, so not `GET`, `HEAD` or `OPTIONS`. */
function hasSendingMethod({ method }: EffectEntry & { kind: "network" }, call: LibraryCall): boolean {
  const texts = argumentValues(method ?? "", call).map(exactText);
  return texts.some((text) => text !== undefined && !/^(get|head|options)$/i.test(text));
}

/** A `file:///…` URL reads a file instead of using the network. */
function emitFileUrlRead(path: string, call: LibraryCall): void {
  const { interpreter, by, span } = call;
  for (const target of fileTargets(textValue(path), interpreter)) {
    emit(interpreter, { kind: "read", target, recursive: false, by, start: span.start, end: span.end });
    call.fetched = joinOrigins(call.fetched, fileOrigins([target], interpreter));
  }
}

/** Whether an origin holds data that the program text itself does not contain. */
function revealsData({ kind }: Origin): boolean {
  return kind === "file" || kind === "environment" || kind === "output";
}

interface Endpoint {
  readonly host: string | null;
  readonly port?: number;
  readonly protocol?: string;
  readonly url?: string;
  readonly configured?: true;
  /** The path of a `file://` URL. */
  readonly file?: string;
}

/** Lists the hosts and ports of a call, with the origins of their addresses. */
function endpointsOf(
  entry: EffectEntry & { kind: "network" },
  call: LibraryCall,
): { endpoints: readonly Endpoint[]; from: readonly Origin[] } {
  const url = entry.url === undefined ? undefined : absoluteUrl(entry.url, call);
  if (url !== undefined) {
    const endpoints = knownTexts(url).map(entry.protocol === "sql" ? endpointOfDatabase : endpointOfUrl);
    if (isEnvironmentSetting(url)) return { endpoints: [configuredEndpoint], from: [] };
    return {
      endpoints: url.mayBeUnknown || endpoints.length === 0 ? [...endpoints, { host: null }] : endpoints,
      from: originsOf(url),
    };
  }
  const host = entry.host === undefined ? undefined : argumentValues(entry.host, call).find(mayNameHost);
  const port = exactNumber(entry.port === undefined ? undefined : argumentValue(entry.port, call));
  const endpoints = host === undefined ? [] : endpointsOfHost(host);
  if (host === undefined ? entry.configured === true : isEnvironmentSetting(host))
    return { endpoints: [configuredEndpoint], from: [] };
  const found = endpoints.length === 0 ? [{ host: null }] : endpoints;
  return {
    endpoints: found.map((endpoint) => (port === undefined ? endpoint : { ...endpoint, port })),
    from: host?.from ?? [],
  };
}

const configuredEndpoint: Endpoint = { host: null, configured: true };

/** Whether an address is exactly the value of an environment variable. */
function isEnvironmentSetting(value: Value): boolean {
  return (
    !value.mayBeUnknown &&
    value.alternatives.length > 0 &&
    value.alternatives.every((alternative) => alternative.kind === "text" && alternative.text === suppliedText) &&
    value.from.every(({ kind }) => kind === "environment")
  );
}

/** Whether a value may be the name of a host. */
function mayNameHost(value: Value): boolean {
  return value.mayBeUnknown || value.alternatives.some(({ kind }) => kind === "text" || kind === "list");
}

/** The URL of a call, or of the request object that is passed, resolved against the client's `base_url`. */
function absoluteUrl(names: string, call: LibraryCall): Value | undefined {
  const [value] = argumentValues(names, call);
  if (value === undefined) return undefined;
  const inner = objectField(value, "url");
  const url =
    inner === undefined
      ? value
      : joinValues({ ...value, alternatives: value.alternatives.filter(({ kind }) => kind !== "object") }, inner);
  const base = exactText(objectField(call.self, "base_url"));
  if (base === undefined) return url;
  const alternatives = url.alternatives.map((each) =>
    each.kind === "text" && !/^\w+:/.test(each.text)
      ? { ...each, text: `${base.replace(/\/$/, "")}/${each.text.replace(/^\//, "")}` }
      : each,
  );
  return { ...url, alternatives };
}

/** The host, port and protocol of a URL. */
function endpointOfUrl(url: string): Endpoint {
  const file = /^file:\/\/[^/]*(\/.*)/i.exec(url)?.[1];
  if (file !== undefined) return { host: null, file };
  const found = /^([a-zA-Z][\w+.-]{0,20}):\/\/(?:[^/?#\\]*@)?(\[[^\]]*\]|[^/?#:\\]*)(?::(\d{1,5}))?/.exec(url);
  if (found === null) return { host: null };
  const [, protocol = "", host = "", port] = found;
  return {
    host: hasUnknownText(host) || host === "" ? null : host.replaceAll(/^\[|\]$/g, "").toLowerCase(),
    port: port === undefined ? undefined : Number(port),
    protocol: protocol.toLowerCase().replace(/^https$/, "http"),
    url: hasUnknownText(url) ? undefined : url,
  };
}

/** The server of a database, by a URL, by settings such as `host=db.example dbname=shop`, or by its name. */
function endpointOfDatabase(text: string): Endpoint {
  if (text.includes("://") || hasUnknownText(text)) return endpointOfUrl(text);
  if (!text.includes("=")) return { host: hostName(text) };
  const [, host] = /(?:^|[\s;])(?:host|server)\s*=\s*'?([^\s;']+)/i.exec(text) ?? [];
  return host === undefined || host.startsWith("/") ? configuredEndpoint : { host: hostName(host) };
}

/** The endpoints of a host name or a `(host, port)` pair. */
function endpointsOfHost(value: Value): readonly Endpoint[] {
  const found: Endpoint[] = [];
  for (const alternative of value.alternatives) {
    if (alternative.kind === "text") found.push({ host: hostName(alternative.text) });
    if (alternative.kind !== "list") continue;
    const [host, port] = alternative.items;
    const hosts = host === undefined || host.mayBeUnknown ? [null] : knownTexts(host).map(hostName);
    for (const name of hosts) found.push({ host: name, port: exactNumber(port) });
  }
  return value.mayBeUnknown ? [...found, { host: null }] : found;
}

/** Returns the host in an address, such as `example.com` in `example.com:80`; null if it is not known. */
function hostName(text: string): string | null {
  if (hasUnknownText(text)) return null;
  if (text.includes("://")) return endpointOfUrl(text).host;
  return text === "" ? "0.0.0.0" : text.toLowerCase().replace(/^([^:]+):\d+$/, "$1");
}
