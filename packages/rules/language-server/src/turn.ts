/**
 * Waits until the next message that has arrived is handled: a request that was cancelled, or whose document was closed, is known before work
 * begins.
 */
export async function nextTurn(): Promise<void> {
  if (typeof immediate !== "function") return new Promise((resolve) => void setTimeout(resolve));
  // The connection handles one message a turn, and begins the next turn after the one of this request.
  for (let turn = 0; turn < 2; turn++) await new Promise<void>((resolve) => void immediate(resolve));
}

/** An API of Node that browsers lack. */
const { setImmediate: immediate } = globalThis as { readonly setImmediate?: (call: () => void) => unknown };
