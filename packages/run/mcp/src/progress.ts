import { isObject } from "@helve/core/internal";
import type { ServerContext } from "@modelcontextprotocol/server";

/**
 * Creates the function that sends a tool's progress to the client (MCP 2025-06-18 §Progress); `undefined` if the client wants none.
 *
 * An update `{ progress, total, message }` is sent as it is, if its progress grows. Any other update counts as one more step, with the
 * update as the message. Of very many updates some are left out: a server behind a gateway must not flood its client.
 *
 * @param now - the clock, in milliseconds
 */
export function progressSender(
  context: ServerContext,
  now: () => number = () => performance.now(),
): ((update: unknown) => void) | undefined {
  const { _meta: meta, notify } = context.mcpReq;
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = 0;
  let allowance = burst;
  let at = now();
  return (update) => {
    const time = now();
    allowance = Math.min(burst, allowance + ((time - at) * perSecond) / 1000);
    at = time;
    if (allowance < 1) return;
    allowance--;
    const known = progressOf(update);
    const progress = known?.progress !== undefined && known.progress > last ? known.progress : last + 1;
    last = progress;
    const { total, message = messageOf(update) } = known ?? {};
    const params = { progressToken, progress, total, message: message || undefined };
    // The client may be gone, which the call notices itself.
    notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

/** How many updates are sent at once, and how many per second after them. */
const burst = 50;
const perSecond = 20;

interface KnownProgress {
  readonly progress?: number;
  readonly total?: number;
  readonly message?: string;
}

/** Converts an update to MCP's progress; returns `undefined` for an update of another form. */
function progressOf(update: unknown): KnownProgress | undefined {
  if (!isObject(update)) return undefined;
  const { progress, total, message } = update;
  if (typeof progress !== "number" && typeof message !== "string") return undefined;
  return {
    progress: typeof progress === "number" && Number.isFinite(progress) ? progress : undefined,
    total: typeof total === "number" && Number.isFinite(total) ? total : undefined,
    message: typeof message === "string" ? message.slice(0, maxLength) : "",
  };
}

/** Writes a progress update as a message. */
function messageOf(update: unknown): string {
  try {
    return (typeof update === "string" ? update : (JSON.stringify(update) ?? "")).slice(0, maxLength);
  } catch {
    return ""; // a value that JSON can't represent
  }
}

/** How long a message may be, in UTF-16 units. */
const maxLength = 1000;
