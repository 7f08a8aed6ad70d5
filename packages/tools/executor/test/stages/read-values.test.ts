import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { PassThrough, Readable } from "node:stream";
import { ActionExecutor } from "@helve/executor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callOf, deferred, saying } from "../one-tool.ts";

const text = (content: string) => [{ type: "text", content }];

async function returning(value: () => unknown) {
  const updates: unknown[] = [];
  const executor = new ActionExecutor([saying("t", value)]);
  const ret = await executor.execute(callOf("t"), { onProgress: (update) => updates.push(update) });
  return { ret, updates };
}

function webStream(chunks: readonly unknown[]): ReadableStream<unknown> {
  return new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

describe("a stream that a tool returns", () => {
  it.each<[string, () => unknown]>([
    ["a Readable of texts", () => Readable.from(["a", "b", "c"])],
    ["a Readable of bytes", () => Readable.from([Buffer.from("a"), Buffer.from("bc")], { objectMode: false })],
    ["a promise of a Readable", async () => Readable.from(["ab", "c"])],
    ["a ReadableStream of texts", () => webStream(["a", "bc"])],
    ["a ReadableStream of bytes", () => new Response("abc").body],
    ["texts and bytes", () => webStream(["a", new TextEncoder().encode("b"), "c"])],
  ])("is read whole: %s", async (_what, value) => {
    const { ret } = await returning(value);
    expect(ret.result).toEqual(text("abc"));
  });

  it("is read where streams can't be iterated over", async () => {
    const stream = webStream(["a", "b"]);
    Object.defineProperty(stream, Symbol.asyncIterator, { value: undefined });
    expect((await returning(() => stream)).ret.result).toEqual(text("ab"));
  });

  it("may divide a character between two chunks", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), fc.array(fc.nat({ max: 40 })), async (content, cuts) => {
        const bytes = new TextEncoder().encode(content);
        const ends = [...cuts, bytes.length].sort((a, b) => a - b);
        const chunks = ends.map((end, index) => bytes.slice(ends[index - 1] ?? 0, end));
        const { ret } = await returning(() => webStream(chunks));
        expect(ret.result).toEqual(text(content.replace(/^\uFEFF/, "")));
      }),
    );
  });

  it("reports its chunks as progress", async () => {
    expect((await returning(() => Readable.from(["a", "b"]))).updates).toEqual(["a", "b"]);
  });

  it("is an empty text if it is empty", async () => {
    expect((await returning(() => webStream([]))).ret.result).toEqual(text(""));
  });

  it("gives the list of its values if it has other values than texts and bytes", async () => {
    const { ret } = await returning(() => Readable.from([{ n: 1 }, "b"]));
    expect(ret.result).toEqual([{ type: "json", content: [{ n: 1 }, "b"] }]);
  });

  it("is an error if its bytes are not UTF-8", async () => {
    const { ret } = await returning(() => webStream([Uint8Array.of(0x61, 0xc3)]));
    expect(ret).toMatchObject({ recoverable: "model", error: { code: "unicode_decode" } });
  });

  it("fails like the tool if it fails", async () => {
    const { ret } = await returning(() => createReadStream("no/such/file"));
    expect(ret.error).toMatchObject({ code: "file_not_found", message: "File 'no/such/file' was not found." });
  });

  it("is ended above 10 MiB, and closed", async () => {
    const megabyte = "x".repeat(2 ** 20);
    let pulled = 0;
    let isCancelled = false;
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(pulled++ % 2 === 0 ? megabyte : new TextEncoder().encode(megabyte)),
      cancel: () => {
        isCancelled = true;
      },
    });
    const { ret } = await returning(() => endless);
    const message = "The tool exceeded its output limit of 10 MiB.";
    expect(ret).toMatchObject({ recoverable: "model", error: { code: "limit", message } });
    expect(pulled).toBeLessThan(14);
    expect(isCancelled).toBe(true);
  });

  it("is closed when the call is aborted or takes too long, even if it sends nothing", async () => {
    const controller = new AbortController();
    const hanging = new PassThrough();
    const closed = new Promise((resolve) => hanging.on("close", resolve));
    const started = deferred<void>();
    const open = (): PassThrough => {
      started.resolve();
      return hanging;
    };
    const executor = new ActionExecutor([saying("t", open)]);
    const running = executor.execute(callOf("t"), { signal: controller.signal });
    await started.promise;
    controller.abort();
    expect((await running).error?.code).toBe("aborted");
    await closed;

    let isCancelled = false;
    const silent = new ReadableStream({
      cancel: () => {
        isCancelled = true;
      },
    });
    const late = await new ActionExecutor([saying("t", () => silent, { timeout: 1 })]).execute(callOf("t"));
    expect([late.error?.code, isCancelled]).toEqual(["timeout", true]);
  });

  it("is closed if the call has ended before the tool returns it", async () => {
    const source = new PassThrough();
    const closed = new Promise((resolve) => source.on("close", resolve));
    const returned = deferred<Readable>();
    const slow = saying("slow", () => returned.promise, { timeout: 1 });
    expect((await new ActionExecutor([slow]).execute(callOf("slow"))).error?.code).toBe("timeout");
    returned.resolve(source);
    await closed;
  });
});

describe("another async iterable that a tool returns", () => {
  it("gives the list of its values: the lines of a file keep their ends", async () => {
    const { ret } = await returning(() => createInterface({ input: Readable.from(["one\ntwo\n", "three"]) }));
    expect(ret.result).toEqual([{ type: "json", content: ["one", "two", "three"] }]);
  });

  it("gives its last value if it is a generator", async () => {
    const { ret, updates } = await returning(async function* () {
      yield "10 %";
      yield "done";
    });
    expect([ret.result, updates]).toEqual([text("done"), ["10 %", "done"]]);
  });
});
