import type { Origin } from "../../effects.ts";
import { isGiven } from "../arguments.ts";
import type { EffectEntry } from "../catalogue/entry.ts";
import { fileOrigins, targetsOf } from "../file-targets.ts";
import { emit } from "../interpreter.ts";
import { fieldOf, type LibraryCall, valueOfName, valuesOf } from "../library-call.ts";
import { manyAsked, manySent, manyTimes } from "../limits.ts";
import {
  givenHole,
  hasHole,
  join,
  joinOrigins,
  literalOf,
  numberOf,
  originsOf,
  textsOf,
  textValue,
  timesOf,
  type Value,
} from "../value.ts";

/** Something goes over the network. */
export function emitNetwork(entry: EffectEntry & { kind: "network" }, call: LibraryCall): void {
  const { run, by, span } = call;
  const address = addressOf(entry, call);
  const sent = valuesOf(entry.from ?? "", call).filter(isGiven);
  let from: readonly Origin[] = [];
  for (const value of sent) from = joinOrigins(from, originsOf(value));
  const beside = valuesOf(entry.beside ?? "", call).filter(isGiven);
  const along = beside.flatMap(originsOf).filter((origin) => isTelling(origin) && origin.kind !== "environment");
  const asked = address.places.some(({ host }) => host !== null) ? address.from.filter(isTelling) : [];
  const told = joinOrigins(joinOrigins(asked, along), entry.direction === "in" ? from.filter(isTelling) : []);
  let direction = entry.direction;
  if (direction === "out" && entry.fetches === true && sent.length === 0) direction = "in";
  if (direction === "in" && told.length > 0) direction = "out";
  const base = { by, start: span.start, end: span.end };
  for (const place of address.places) {
    if (place.file !== undefined) {
      readFile(place.file, call);
      continue;
    }
    const { protocol = entry.protocol, ...where } = place;
    const named = protocol === undefined ? {} : { protocol };
    emit(run, {
      kind: "network",
      direction,
      ...where,
      ...named,
      from: direction === "out" ? joinOrigins(from, told) : [],
      ...base,
    });
    if (direction !== "listen") call.fetched = joinOrigins(call.fetched, [{ kind: "network", host: place.host }]);
  }
  const times = Math.max(1, ...sent.map(timesOf));
  const often =
    run.loop.times >= manyTimes && direction === "out" && (entry.from !== undefined || entry.url !== undefined);
  const flooding = entry.url !== undefined && run.loop.times >= manyAsked;
  if ((sent.length > 0 && times >= manySent) || often || flooding)
    emit(run, { kind: "exhaust", what: "network", ...base });
}

/** An address `file:///…` is no place in the network: the file is read. */
function readFile(path: string, call: LibraryCall): void {
  const { run, by, span } = call;
  for (const target of targetsOf(textValue(path), run)) {
    emit(run, { kind: "read", target, recursive: false, by, start: span.start, end: span.end });
    call.fetched = joinOrigins(call.fetched, fileOrigins([target], run));
  }
}

/** Whether an origin tells the other side something that the program itself does not say. */
function isTelling({ kind }: Origin): boolean {
  return kind === "file" || kind === "environment" || kind === "output";
}

interface Place {
  readonly host: string | null;
  readonly port?: number;
  readonly protocol?: string;
  readonly url?: string;
  readonly configured?: true;
  /** The path of an address that is none of the network. */
  readonly file?: string;
}

/** Where it goes; several places when the address may be several. */
function addressOf(
  entry: EffectEntry & { kind: "network" },
  call: LibraryCall,
): { places: readonly Place[]; from: readonly Origin[] } {
  const url = entry.url === undefined ? undefined : urlValue(entry.url, call);
  if (url !== undefined) {
    const places = textsOf(url).map(placeOfUrl);
    if (isSetting(url)) return { places: [settled], from: [] };
    return { places: url.open || places.length === 0 ? [...places, { host: null }] : places, from: originsOf(url) };
  }
  const host = entry.host === undefined ? undefined : valuesOf(entry.host, call).find(namesHost);
  const port = numberOf(entry.port === undefined ? undefined : valueOfName(entry.port, call));
  const places = host === undefined ? [] : placesOfHost(host);
  if (host === undefined ? entry.configured === true : isSetting(host)) return { places: [settled], from: [] };
  const found = places.length === 0 ? [{ host: null }] : places;
  return { places: found.map((place) => (port === undefined ? place : { ...place, port })), from: host?.from ?? [] };
}

const settled: Place = { host: null, configured: true };

/** Whether an address is just what a variable of the environment says. */
function isSetting(value: Value): boolean {
  return (
    !value.open &&
    value.known.length > 0 &&
    value.known.every((known) => known.kind === "text" && known.text === givenHole) &&
    value.from.every(({ kind }) => kind === "environment")
  );
}

function namesHost(value: Value): boolean {
  return value.open || value.known.some(({ kind }) => kind === "text" || kind === "list");
}

/** An address, of a request too, as seen from a client's base address. */
function urlValue(names: string, call: LibraryCall): Value | undefined {
  const [value] = valuesOf(names, call);
  if (value === undefined) return undefined;
  const inner = fieldOf(value, "url");
  const url =
    inner === undefined ? value : join({ ...value, known: value.known.filter(({ kind }) => kind !== "object") }, inner);
  const base = literalOf(fieldOf(call.self, "base_url"));
  if (base === undefined) return url;
  const known = url.known.map((each) =>
    each.kind === "text" && !/^\w+:/.test(each.text)
      ? { ...each, text: `${base.replace(/\/$/, "")}/${each.text.replace(/^\//, "")}` }
      : each,
  );
  return { ...url, known };
}

/** The host, port and protocol of an address. */
function placeOfUrl(url: string): Place {
  const file = /^file:\/\/[^/]*(\/.*)/i.exec(url)?.[1];
  if (file !== undefined) return { host: null, file };
  const found = /^([a-zA-Z][\w+.-]{0,20}):\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/?#:\\]*)(?::(\d{1,5}))?/.exec(url);
  if (found === null) return { host: null };
  const [, protocol = "", host = "", port] = found;
  return {
    host: hasHole(host) || host === "" ? null : host.replaceAll(/^\[|\]$/g, "").toLowerCase(),
    ...(port === undefined ? {} : { port: Number(port) }),
    protocol: protocol.toLowerCase().replace(/^https$/, "http"),
    ...(hasHole(url) ? {} : { url }),
  };
}

/** A host alone, or a pair of host and port. */
function placesOfHost(value: Value): readonly Place[] {
  const found: Place[] = [];
  for (const known of value.known) {
    if (known.kind === "text") found.push({ host: hostName(known.text) });
    if (known.kind !== "list") continue;
    const [host, port] = known.items;
    const number = numberOf(port);
    const hosts = host === undefined || host.open ? [null] : textsOf(host).map(hostName);
    for (const name of hosts) found.push({ host: name, ...(number === undefined ? {} : { port: number }) });
  }
  return found;
}

function hostName(text: string): string | null {
  if (hasHole(text)) return null;
  if (text.includes("://")) return placeOfUrl(text).host;
  return text === "" ? "0.0.0.0" : text.toLowerCase().replace(/^([^:]+):\d+$/, "$1");
}
