/** The data behind the file descriptors of a shell: `3< file`, `2>&1`. */
import { type Flow, joinFlows } from "../flow.ts";

/**
 * The data that a shell reads from its file descriptors, by their numbers; `undefined` is what a person types, or nothing.
 * A shell whose descriptor 0 is not here reads the input that its surroundings give it.
 */
export type Descriptors = ReadonlyMap<number, Flow | undefined>;

/** The descriptors of a shell in which no redirect opened one. */
export const noDescriptors: Descriptors = new Map();

/** The state of a shell that has the descriptors. */
interface Reading {
  readonly descriptors: Descriptors;
}

/** The standard input of a command in a shell: opened by the shell itself, or inherited. */
export function standardInput({ descriptors }: Reading, given: Flow | undefined): Flow | undefined {
  return descriptors.has(0) ? descriptors.get(0) : given;
}

/** The state of a shell whose standard input comes from its surroundings. */
export function withGivenInput<State extends Reading>(state: State): State {
  if (!state.descriptors.has(0)) return state;
  return { ...state, descriptors: new Map([...state.descriptors].filter(([number]) => number !== 0)) };
}

/** The data of a descriptor that a path names, such as `/dev/stdin` and `/proc/self/fd/5`. */
export function dataOfDescriptor(path: string, state: Reading, given: Flow | undefined): Flow | undefined {
  const [, named] = /^(?:\/dev\/fd|\/proc\/[^/]+\/fd)\/(\d+)$/.exec(path) ?? [];
  const number = Number(named ?? "0");
  if (number === 0) return given;
  return number < 3 || state.descriptors.has(number) ? state.descriptors.get(number) : unknownData;
}

/** Whether a path names a descriptor of the process that opens it. */
export function isDescriptorPath(path: string): boolean {
  return /^(-|\/dev\/(stdin|fd\/\d+)|\/proc\/[^/]+\/fd\/\d+)$/.test(path);
}

/** Descriptors after two branches join: where they differ, the data is unknown. */
export function joinDescriptors(a: Descriptors, b: Descriptors): Descriptors {
  if (sameDescriptors(a, b)) return a;
  const numbers = new Set([...a.keys(), ...b.keys()]);
  return new Map(
    Array.from(numbers, (number) => {
      const [one, other] = [a.get(number), b.get(number)];
      return [number, one === other ? one : joinFlows([one, other])];
    }),
  );
}

/** Whether two shells have the same descriptors. */
export function sameDescriptors(a: Descriptors, b: Descriptors): boolean {
  if (a === b) return true;
  return a.size === b.size && [...a].every(([number, flow]) => b.has(number) && sameFlow(flow, b.get(number)));
}

/** Whether two flows have the same text and as many origins. */
function sameFlow(a: Flow | undefined, b: Flow | undefined): boolean {
  return a === b || (a?.text === b?.text && a?.from.length === b?.from.length);
}

/** Data of a descriptor that nothing in the script opened. */
export const unknownData: Flow = { from: [{ kind: "unknown" }] };
