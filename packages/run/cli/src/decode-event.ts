/**
 * The text of an event.
 *
 * @throws Error if it is not UTF-8: a client reads other bytes in a way that is not known
 */
export function decodeEvent(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Error("the event is not valid UTF-8", { cause });
  }
}
