/** Fetches as `fetch` does, but an answer that is larger than a limit fails, so that a server can't fill the memory. Streams of events have no end. */
export function limitedFetch(fetchAny: typeof fetch, maxBytes: number = 32 * 1024 * 1024): typeof fetch {
  return async (input, init) => {
    const response = await fetchAny(input, init);
    const isStream = response.headers.get("content-type")?.includes("text/event-stream") === true;
    if (response.body === null || isStream) return response;
    let bytes = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          if (bytes > maxBytes) controller.error(new Error(`the answer is larger than ${maxBytes} bytes`));
          else controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(counted, { status, statusText, headers });
  };
}
