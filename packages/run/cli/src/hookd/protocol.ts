/** The protocol between `plugins/hook.pl`, which sends an event, and the daemon, which answers it. */
import { createHash } from "node:crypto";

/** Version, build and secrets of a daemon. Only processes that can read the user's state folder know the secrets. */
export interface DaemonIdentity {
  /** Names the code of the program. */
  readonly build: string;
  /** Shows that a request comes from somebody who could read it. */
  readonly password: string;
  /** Signs answers; it is never sent. */
  readonly key: string;
}

/** An event, and the process that a client started for it. */
export interface HookRequest {
  readonly cwd: string;
  /** The arguments of `helve`. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The event of the client, as it was on standard input. */
  readonly event: Buffer;
  /** Data that the signature of the answer covers, besides the answer. */
  readonly signed: Buffer;
}

/** The output of the process, and its exit code. */
export interface HookReply {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The longest request, in bytes. A longer event is decided about by the full process. */
export const longestRequest: number = 64 * 1024 * 1024;

/** The first two lines of a request. */
export interface RequestHead {
  /** Where the signed part begins. */
  readonly signed: number;
  readonly header: number;
  readonly event: number;
  readonly end: number;
}

/**
 * Reads the first two lines of a request: the password; version, build, and the lengths of what follows.
 *
 * @param bytes - what has arrived so far
 * @returns `"partial"` if more has to come, `undefined` for what is no request to this daemon
 */
export function readHead(bytes: Buffer, { build, password }: DaemonIdentity): RequestHead | "partial" | undefined {
  const signed = bytes.indexOf("\n") + 1;
  const headEnd = signed === 0 ? -1 : bytes.indexOf("\n", signed);
  if (headEnd === -1) return bytes.length > longestHead ? undefined : "partial";
  if (!isSame(bytes.toString("latin1", 0, signed - 1), password)) return undefined;
  const [, version, ofBuild, headerLength, eventLength] =
    /^helve (\d+) ([0-9a-f]+) (\d+) (\d+)$/.exec(bytes.toString("latin1", signed, headEnd)) ?? [];
  const header = headEnd + 1;
  const event = header + Number(headerLength);
  const end = event + Number(eventLength);
  return version === protocolVersion && ofBuild === build && end <= longestRequest
    ? { signed, header, event, end }
    : undefined;
}

const protocolVersion = "1";
const longestHead = 1000;

/**
 * Reads what follows the head: the nonce, the working directory, the number of arguments, the arguments and the environment, separated by NUL;
 * the event.
 *
 * @param bytes - the whole request
 */
export function readRequest(bytes: Buffer, { signed, header, event, end }: RequestHead): HookRequest {
  const [, cwd = "", count = "", ...others] = bytes.toString("utf8", header, event).split("\0");
  const variables = others.slice(Number(count)).map((entry) => {
    const at = entry.indexOf("=");
    return [entry.slice(0, at), entry.slice(at + 1)] as const;
  });
  return {
    cwd,
    args: others.slice(0, Number(count)),
    environment: Object.fromEntries(variables),
    event: bytes.subarray(event, end),
    signed: bytes.subarray(signed, end),
  };
}

/**
 * Writes an answer. Its signature is over the whole request, so that it is valid for this event, session, arguments, environment, build and nonce
 * only. The key is at both ends: no hash can be extended to the hash of a longer answer.
 */
export function writeReply({ code, out, err }: HookReply, { signed }: HookRequest, { key }: DaemonIdentity): string {
  const rest = `${code} ${Buffer.byteLength(out)}\n${out}${err}`;
  const mac = createHash("sha256").update(key).update(signed).update(rest).update(key).digest("hex");
  return `${mac} ${rest}`;
}

/** Compares hashes in constant time. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
  return hash(one) === hash(other);
}
