/** Data that flows between commands: its origins, and its text if known. */
import type { Origin } from "./effects.ts";
import type { FileData } from "./execution-state.ts";
import { joinOrigins } from "./origins.ts";
import type { Value } from "./word-value.ts";

/** Data that flows from one command to another, or into a variable: its origins, and its text if that is known. */
export interface Flow {
  /** Where it comes from; empty when all of it is the text of the command itself. */
  readonly from: readonly Origin[];
  /** All of it, when it is known. */
  readonly text?: string | undefined;
  /** Globs of file names, if the lines of the text are some of these names. */
  readonly names?: readonly Value[] | undefined;
  /** The file names from which it was computed in an unknown way. A file that it names is near those. */
  readonly near?: readonly Value[] | undefined;
  /** Set if it is all of one file, unchanged, or what a build tool makes of the project's own files. */
  readonly isProgram?: true | undefined;
  /** Whether it has a thousand lines or more, or is endless. */
  readonly many?: "many" | "endless" | undefined;
}

/** The content of a file, as far as it is known. */
export interface FileContent extends Flow, Pick<FileData, "texts" | "missing" | "atStart"> {}

/** Collects the output of commands. */
export interface Sink {
  flow: Flow | undefined;
}

const maxTextLength = 16_384;
const maxNames = 64;

/** Empty data. */
export const emptyFlow: Flow = { from: [], text: "" };

/** Appends the output of a command to the output of the commands before it. */
export function appendOutput(sink: Sink | undefined, flow: Flow): void {
  if (sink === undefined) return;
  sink.flow = sink.flow === undefined ? flow : concatenate(sink.flow, flow);
}

/** Concatenates the data of two flows. */
function concatenate(a: Flow, b: Flow): Flow {
  if (a.text === "") return b;
  if (b.text === "") return a;
  const known = a.text !== undefined && b.text !== undefined && a.text.length + b.text.length <= maxTextLength;
  const names = a.names !== undefined && b.names !== undefined && a.names.length + b.names.length <= maxNames;
  return {
    from: known ? joinOrigins(a.from, b.from) : joinOrigins(originsOfPart(a), originsOfPart(b)),
    text: known ? `${a.text}${b.text}` : undefined,
    names: names ? [...(a.names ?? []), ...(b.names ?? [])] : undefined,
    near: names ? undefined : joinNearbyFiles([a, b]),
    many: largestCount([a, b]),
  };
}

/** Returns the origins of a part of partly unknown data. */
function originsOfPart(flow: Flow): readonly Origin[] {
  return flow.text === undefined ? flow.from : originsOf(flow);
}

/** Joins flows to data with unknown text that may contain parts of each. */
export function joinFlows(flows: readonly (Flow | undefined)[]): Flow {
  const present = flows.filter((flow) => flow !== undefined);
  return {
    from: joinOrigins(...present.map(({ from }) => from)),
    many: largestCount(present),
    near: joinNearbyFiles(present),
  };
}

/** Joins flows, of which one is the actual data. */
export function oneOfFlows(flows: readonly Flow[]): Flow {
  const joined = joinFlows(flows);
  const names = flows.flatMap((flow) => flow.names ?? []);
  const areNames = flows.every((flow) => flow.names !== undefined) && names.length <= maxNames;
  return areNames ? { ...joined, near: undefined, names } : joined;
}

/** Returns data after an unknown change: origins are kept, the text is unknown. */
export function afterUnknownChange(flow: Flow): Flow {
  return { from: flow.from, many: flow.many, near: joinNearbyFiles([flow]) };
}

/** Joins the file names to which several flows are related. */
export function joinNearbyFiles(flows: readonly Flow[]): readonly Value[] | undefined {
  const near = flows.flatMap((flow) => flow.names ?? flow.near ?? []);
  return near.length === 0 ? undefined : near.length <= maxNames ? near : anyFiles;
}

/** The glob for unknown files. */
export const anyFiles: readonly Value[] = [{ text: "/**", glob: true }];

/** The origins of data for an effect: `literal` if there are no others. */
export function originsOf(flow: Flow | undefined): readonly Origin[] {
  if (flow === undefined) return [{ kind: "unknown" }];
  if (flow.from.length > 0) return flow.from;
  return flow.text === "" ? [] : [{ kind: "literal" }];
}

/** The largest `many` of several flows: `endless`, `many`, or `undefined` for few lines. */
export function largestCount(flows: readonly Flow[]): Flow["many"] {
  if (flows.some(({ many }) => many === "endless")) return "endless";
  return flows.some(({ many }) => many !== undefined) ? "many" : undefined;
}
