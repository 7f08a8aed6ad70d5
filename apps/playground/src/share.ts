/**
 * Links to the playground: its state in the hash of the URL, which a browser never sends to a server. The same code writes links when a
 * documentation site is built and when a person presses "Share".
 */
import type { Issue, ReadResult } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import { Deflate, Inflate, strFromU8, strToU8 } from "fflate";

/** The kinds of input: code of a language, the arguments of a call, or a recorded session. */
export const inputKinds = ["shell", "python", "javascript", "sql", "powershell", "call", "trace"] as const;

/** A kind of input. */
export type InputKind = (typeof inputKinds)[number];

/** The input of the rules. */
export interface PlaygroundInput {
  readonly kind: InputKind;
  /** The code, the arguments as a model sent them, or the lines of a recorded session. */
  readonly text: string;
  /** The name of the tool; only for `call`. */
  readonly tool?: string;
}

/** The state that a link opens. An absent part comes from the example, or is empty if there is no example. */
export interface PlaygroundState {
  /** The id of an example; one that does not exist counts as absent. */
  readonly example?: string;
  /** Rules in AgentSpec. */
  readonly rules?: string;
  readonly input?: PlaygroundInput;
  /** Tests of the rules in AgentSpec. */
  readonly tests?: string;
  /** JSON with `policy`, `prompt`, `state` and `tools`. */
  readonly context?: string;
}

/** The longest hash that is written and read. Longer URLs do not survive chats and mail programs. */
export const maxHashLength = 60_000;

/** The most characters of JSON that a hash may contain. A hash of this length could contain a thousand times as much. */
const maxJsonLength = 1_000_000;

const format = "#1.";

/** The state is too large for a link. */
export class ShareError extends Error {
  readonly code = "too_large_to_share";
}

/**
 * Returns the hash of a link that opens a state: deflated JSON as base64url behind the version of the format.
 *
 * @returns the hash with `#`; equal states have equal hashes
 * @throws ShareError if the hash would be longer than `maxHashLength`
 *
 * @example
 * `playground/${shareHash({ rules, input: { kind: "shell", text: "rm -r build" } })}`
 */
export function shareHash(state: PlaygroundState): string {
  const json = JSON.stringify(ordered(state));
  const hash = format + toBase64Url(deflated(strToU8(json)));
  if (json.length <= maxJsonLength && hash.length <= maxHashLength) return hash;
  throw new ShareError(
    `the link would have ${hash.length} characters, more than ${maxHashLength}: shorten the rules, the tests or the input`,
  );
}

/**
 * Reads a hash that `shareHash` returned. Never throws: hashes are written by anybody.
 *
 * @returns the state; `{}` for an empty hash; an issue if the hash is damaged, too large, or of another version
 */
export function readShareHash(hash: string): ReadResult<PlaygroundState> {
  if (hash === "" || hash === "#") return { value: {}, issues: [] };
  if (!hash.startsWith(format)) return invalid(`expected a hash that begins with ${format}`);
  if (hash.length > maxHashLength) {
    return invalid(`the hash has ${hash.length} characters, more than ${maxHashLength}`);
  }
  const bytes = fromBase64Url(hash.slice(format.length));
  const json = bytes && inflated(bytes);
  if (json === undefined) return invalid("the hash is damaged: part of the link may be missing");
  if (json === "too long") return invalid(`its content has more than ${maxJsonLength} characters`);
  try {
    return readState(JSON.parse(json));
  } catch {
    return invalid("its content is not JSON");
  }
}

const texts = ["example", "rules", "tests", "context"] as const;

/** Reads a state from any value. */
export function readState(value: unknown): ReadResult<PlaygroundState> {
  const members = membersOf(value, [...texts, "input"]);
  if (members === undefined) return invalid("its content is not a state of the playground");
  for (const name of texts) {
    if (members.has(name) && typeof members.get(name) !== "string") return invalid(`"${name}" is not a text`);
  }
  const input = members.get("input");
  if (input !== undefined && !isInput(input)) return invalid('"input" is not an input of the playground');
  return { value: ordered(Object.fromEntries(members)), issues: [] };
}

function isInput(value: unknown): value is PlaygroundInput {
  const members = membersOf(value, ["kind", "text", "tool"]);
  if (members === undefined) return false;
  const [kind, text, tool = ""] = ["kind", "text", "tool"].map((name) => members.get(name));
  return inputKinds.some((known) => known === kind) && typeof text === "string" && typeof tool === "string";
}

/** Returns the own members of an object; `undefined` if it has members that are not in the list. */
function membersOf(value: unknown, names: readonly string[]): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const members = new Map<string, unknown>(Object.entries(value));
  return [...members.keys()].every((name) => names.includes(name)) ? members : undefined;
}

/** Returns the state with its members in a fixed order, without `undefined`. */
function ordered({ example, rules, input, tests, context }: PlaygroundState): PlaygroundState {
  return withoutUndefined({
    example,
    rules,
    input: input === undefined ? undefined : withoutUndefined({ kind: input.kind, tool: input.tool, text: input.text }),
    tests,
    context,
  });
}

/** Creates the issue of a link that can't be opened. */
function invalid(problem: string): ReadResult<never> {
  const issue: Issue = { code: "invalid_link", message: `this link can't be opened: ${problem}` };
  return { value: undefined, issues: [issue] };
}

/** Compresses bytes with DEFLATE. */
function deflated(bytes: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = [];
  new Deflate({ level: 9 }, (chunk) => chunks.push(chunk)).push(bytes, true);
  return joined(chunks);
}

/** Inflates in small steps, so that a small input can't take much memory. */
function inflated(bytes: Uint8Array): string | "too long" | undefined {
  const chunks: Uint8Array[] = [];
  let [length, isComplete] = [0, false];
  const inflate = new Inflate((chunk, isLast) => {
    chunks.push(chunk);
    length += chunk.length;
    isComplete = isLast;
  });
  try {
    for (let start = 0; start < bytes.length && !isComplete; start += stepLength) {
      inflate.push(bytes.subarray(start, start + stepLength), start + stepLength >= bytes.length);
      if (length > maxJsonLength * 3) return "too long";
    }
    const json = isComplete ? new TextDecoder("utf-8", { fatal: true }).decode(joined(chunks)) : undefined;
    return json !== undefined && json.length > maxJsonLength ? "too long" : json;
  } catch {
    return undefined;
  }
}

/** How many bytes are inflated before the length of the result is compared with the limit. */
const stepLength = 512;

/** Joins byte arrays. */
function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.length;
  }
  return all;
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(strFromU8(bytes, true)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  return strToU8(atob(text.replaceAll("-", "+").replaceAll("_", "/")), true);
}
