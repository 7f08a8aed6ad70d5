import { markNumbers } from "@helve/core/internal";

/**
 * Fetches as `fetch` does, but marks the numbers of JSON that JavaScript would change, in bodies and in events. The SDK parses them itself;
 * `withExactMessages` finds the marks.
 */
export function exactFetch(fetchAny: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await fetchAny(input, init);
    const type = response.headers.get("content-type") ?? "";
    const { body, status, statusText, headers } = response;
    // The text of a failure is shown as it is.
    if (body === null || !response.ok) return response;
    if (/^text\/event-stream\b/i.test(type)) {
      const marked = body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(lines())
        .pipeThrough(new TextEncoderStream());
      return new Response(marked, { status, statusText, headers });
    }
    if (!/^application\/json\b/i.test(type)) return response;
    const text = await response.text();
    return new Response(markNumbers(text) ?? text, { status, statusText, headers });
  };
}

/** Marks the numbers in the data lines of events. */
function lines(): TransformStream<string, string> {
  let rest = "";
  return new TransformStream({
    transform(piece, controller) {
      const end = Math.max(piece.lastIndexOf("\n"), piece.lastIndexOf("\r")) + 1;
      if (end === 0) {
        rest += piece;
        return;
      }
      controller.enqueue(markedLines(rest + piece.slice(0, end)));
      rest = piece.slice(end);
    },
    flush(controller) {
      if (rest !== "") controller.enqueue(markedLines(rest));
    },
  });
}

/** Marks the numbers in events of a stream, so that large ones stay exact. */
function markedLines(text: string): string {
  return text.replace(/^data:(.*)/gm, (line, data: string) => {
    const marked = markNumbers(data);
    return marked === undefined ? line : `data:${marked}`;
  });
}
