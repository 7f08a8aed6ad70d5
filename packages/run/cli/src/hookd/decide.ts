import { isAbsolute } from "node:path";
import { type SessionMemories, stateFolder } from "@helve/hooks/node";
import { clientNamed, hook } from "../commands/hook.ts";
import { decodeEvent } from "../decode-event.ts";
import { hookArguments } from "../hook-arguments.ts";
import type { HookReply, HookRequest } from "./protocol.ts";

/**
 * Decides about the event of a request as `helve hook` does in a process of its own.
 *
 * @returns `undefined` if the request is for another state folder, or is no hook
 */
export async function decide(
  { cwd, args, environment, event }: HookRequest,
  { state, memories, signal }: Deciding,
): Promise<HookReply | undefined> {
  const { HOME: home = "" } = environment;
  const hookCall = hookArguments(args);
  if (hookCall === undefined || !isAbsolute(home) || stateFolder(home, environment) !== state) return undefined;
  const { client, ...options } = hookCall;
  let [out, err] = ["", ""];
  const io = {
    stdin: async () => decodeEvent(event),
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
    cwd,
    home,
    environment,
  };
  const code = await hook(clientNamed(client), { ...options, signal, memories }, io);
  return { code, out, err };
}

/** The daemon for which an event is decided about. */
interface Deciding {
  /** Its state folder. */
  readonly state: string;
  /** The session data that the daemon keeps in memory. */
  readonly memories?: SessionMemories;
  /** Aborted when nobody waits for the answer. */
  readonly signal: AbortSignal;
}
