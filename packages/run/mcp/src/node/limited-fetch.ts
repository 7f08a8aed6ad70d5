/**
 * Fetches as `fetch` does, but an answer that is larger than a limit fails, so that a server can't fill the memory. A stream of events has no end: there,
 * the limit is for each event.
 */
export function limitedFetch(fetchAny: typeof fetch, maxBytes: number = 32 * 1024 * 1024): typeof fetch {
  return async (input, init) => {
    const response = await fetchAny(input, init);
    if (response.body === null) return response;
    const isStream = response.headers.get("content-type")?.includes("text/event-stream") === true;
    const measure = isStream ? eventMeasure() : totalMeasure();
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          if (measure(chunk) <= maxBytes) controller.enqueue(chunk);
          else controller.error(new Error(`the ${isStream ? "event" : "answer"} is larger than ${maxBytes} bytes`));
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(counted, { status, statusText, headers });
  };
}

/** Counts the bytes of an answer so far. */
type Measure = (chunk: Uint8Array) => number;

/** Creates a counter of received bytes. */
function totalMeasure(): Measure {
  let bytes = 0;
  return (chunk) => {
    bytes += chunk.byteLength;
    return bytes;
  };
}

/** Counts the bytes of the current event, which ends with an empty line. Returns the largest count within the chunk. */
function eventMeasure(): Measure {
  let bytes = 0;
  let isLineStart = true;
  let before = 0;
  return (chunk) => {
    let largest = bytes;
    for (const byte of chunk) {
      bytes++;
      const isPair = byte === lineFeed && before === carriageReturn;
      if (!isPair && (byte === lineFeed || byte === carriageReturn)) {
        if (isLineStart) bytes = 0;
        isLineStart = true;
      } else if (!isPair) {
        isLineStart = false;
      }
      before = byte;
      if (bytes > largest) largest = bytes;
    }
    return largest;
  };
}

const lineFeed = 10;
const carriageReturn = 13;
