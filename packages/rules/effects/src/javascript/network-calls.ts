// Functions that send requests, open connections and accept them.
import { hasUnknownText, unknownText } from "../unknown-text.ts";
import { webHost } from "../web-host.ts";
import { emit, type NamedCall } from "./interpreter.ts";
import { exactText, fieldOf, joinedOrigins, textsOf, unknownFrom, type Value } from "./value.ts";

const bodies = ["body", "data", "json", "form", "formData"];
/** Functions that resolve a path against the address of the page; outside of a browser they refuse it. */
const ofPage: ReadonlySet<string> = new Set(["fetch", "Request", "EventSource", "navigator.sendBeacon"]);
const changes = /^(post|put|patch|delete)$/i;

/** `fetch(url, options)`, `axios.post(url, data)`. */
export function requests({ name: by, args, span, interpreter }: NamedCall): Value {
  const [first, second] = args;
  const place = fieldOf(first, "url") ?? fieldOf(first, "hostname") ?? fieldOf(first, "host") ?? first;
  const [url = unknownText] = textsOf(place);
  const host = webHost(url);
  if (ofPage.has(by) && isPathOfPage(url)) return unknownFrom([{ kind: "network", host }]);
  const method = exactText(fieldOf(second, "method") ?? fieldOf(first, "method")) ?? "";
  const from = joinedOrigins(args);
  const hasBody = bodies.some((each) => (fieldOf(second, each) ?? fieldOf(first, each)) !== undefined);
  const isOut =
    hasBody ||
    from.length > 0 ||
    changes.test(method) ||
    changes.test(by.replace(/^.*\./, "")) ||
    by.endsWith("sendBeacon");
  const whole = hasUnknownText(url) || !url.includes("://") ? {} : { url };
  emit(
    interpreter,
    { kind: "network", by, direction: isOut ? "out" : "in", host, from: isOut ? from : [], ...whole },
    span,
  );
  if (interpreter.isEndless) emit(interpreter, { kind: "exhaust", by, what: "network" }, span);
  return unknownFrom([{ kind: "network", host }]);
}

/** `/api/items`: browsers take slashes and backslashes for the same, and leave out tabs and ends of lines. */
function isPathOfPage(url: string): boolean {
  return /^\/(?![/\\\s\uFFFE\uFFFF])/.test(url);
}

/** `net.connect(port, host)`, `new WebSocket(url)`: a connection over which data can be sent. */
export function connects({ name: by, args, span, interpreter }: NamedCall): Value {
  const host = connectedHost(args);
  const from = joinedOrigins(args);
  const isLookup = by.startsWith("dns.") && from.length === 0;
  const isUnbound = /Socket$|Client$/.test(by) && args.length === 0;
  if (!isUnbound) emit(interpreter, { kind: "network", by, direction: isLookup ? "in" : "out", host, from }, span);
  return unknownFrom([{ kind: "network", host }]);
}

function connectedHost([first, second]: readonly Value[]): string | null {
  const named = fieldOf(first, "hostname") ?? fieldOf(first, "host");
  if (named !== undefined) return webHost(textsOf(named)[0] ?? unknownText);
  if (fieldOf(first, "port") !== undefined) return "localhost";
  const [place = unknownText] = textsOf(first);
  if (/^\d+$/.test(place)) return second === undefined ? "localhost" : webHost(textsOf(second)[0] ?? unknownText);
  return webHost(place);
}

/** `net.createServer()`. */
export function listens({ name: by, span, interpreter, args }: NamedCall): Value {
  emit(interpreter, { kind: "network", by, direction: "listen", host: null, from: [] }, span);
  return unknownFrom(joinedOrigins(args));
}
