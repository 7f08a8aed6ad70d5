import type { Origin } from "../effects.ts";
import type { Value } from "./value.ts";

/** Data on its way from one command to another, or into a variable. */
export interface Flow {
  /** Where it comes from; empty when all of it is the text of the command itself. */
  readonly from: readonly Origin[];
  /** All of it, when it is known. */
  readonly text?: string | undefined;
  /** The names of files of which its lines are some, when that is known. */
  readonly names?: readonly Value[] | undefined;
  /** Where the files lie from whose names it was made, when it was made of names in a way that is not followed. */
  readonly near?: readonly Value[] | undefined;
  /** It holds something a thousand times or more, or comes without end. */
  readonly many?: "many" | "endless" | undefined;
}

/** Collects what commands give. */
export interface Sink {
  flow: Flow | undefined;
}

const maxTextLength = 16_384;
const maxOrigins = 16;
const maxNames = 64;

/** Nothing is given. */
export const emptyFlow: Flow = { from: [], text: "" };

/** Adds what a command gives to what others gave before it. */
export function appendOutput(sink: Sink | undefined, flow: Flow): void {
  if (sink === undefined) return;
  sink.flow = sink.flow === undefined ? flow : concatenate(sink.flow, flow);
}

/** One flow after the other. */
function concatenate(a: Flow, b: Flow): Flow {
  if (a.text === "") return b;
  if (b.text === "") return a;
  const known = a.text !== undefined && b.text !== undefined && a.text.length + b.text.length <= maxTextLength;
  const names = a.names !== undefined && b.names !== undefined && a.names.length + b.names.length <= maxNames;
  return {
    from: joinOrigins([a.from, b.from]),
    text: known ? `${a.text}${b.text}` : undefined,
    names: names ? [...(a.names ?? []), ...(b.names ?? [])] : undefined,
    near: names ? undefined : nearOf([a, b]),
    many: manyOf([a, b]),
  };
}

/** Data that holds something of each of several flows; of nothing but literal text, when there are none. */
export function joinFlows(flows: readonly (Flow | undefined)[]): Flow {
  const present = flows.filter((flow) => flow !== undefined);
  return { from: joinOrigins(present.map(({ from }) => from)), many: manyOf(present), near: nearOf(present) };
}

/** The flow as it is after a change that is not followed. */
export function afterUnknownChange(flow: Flow): Flow {
  return { from: flow.from, many: flow.many, near: nearOf([flow]) };
}

function nearOf(flows: readonly Flow[]): readonly Value[] | undefined {
  const near = flows.flatMap((flow) => flow.names ?? flow.near ?? []);
  return near.length === 0 ? undefined : near.length <= maxNames ? near : anyFiles;
}

/** Where files may lie of which nothing is known. */
export const anyFiles: readonly Value[] = [{ text: "/**", glob: true }];

/** Several lists of origins as one without doubles. */
export function joinOrigins(lists: readonly (readonly Origin[])[]): readonly Origin[] {
  const filled = lists.filter((list) => list.length > 0);
  const [only, second] = filled;
  if (only === undefined) return [];
  if (second === undefined) return only;
  const byKey = new Map(filled.flat().map((origin) => [keyOf(origin), origin]));
  return byKey.size <= maxOrigins ? [...byKey.values()] : [...byKey.values()].slice(0, maxOrigins);
}

/** Where data comes from, for an effect: the text itself where nothing else is. */
export function originsOf(flow: Flow | undefined): readonly Origin[] {
  if (flow === undefined) return [{ kind: "unknown" }];
  if (flow.from.length > 0) return flow.from;
  return flow.text === "" ? [] : [{ kind: "literal" }];
}

function manyOf(flows: readonly Flow[]): Flow["many"] {
  if (flows.some(({ many }) => many === "endless")) return "endless";
  return flows.some(({ many }) => many !== undefined) ? "many" : undefined;
}

function keyOf(origin: Origin): string {
  if (origin.kind === "file") return `file ${origin.target?.path}`;
  if (origin.kind === "network") return `network ${origin.host}`;
  return origin.kind === "output" ? `output ${origin.by}` : origin.kind;
}
