import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { ActionExecutor } from "@helve/executor";
import { McpEndpoint } from "@helve/mcp";
import { serveStdio } from "@helve/mcp/node";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MessageBuffer } from "../../src/node/message-buffer.ts";

const message = (id: number, text = "") => ({ jsonrpc: "2.0" as const, id, method: "ping", params: { text } });

/** The messages that a buffer reads from chunks. */
function read(buffer: MessageBuffer, chunks: readonly Buffer[]): readonly unknown[] {
  return chunks.flatMap((chunk) => {
    buffer.append(chunk);
    const messages: unknown[] = [];
    for (let next = buffer.readMessage(); next !== null; next = buffer.readMessage()) messages.push(next);
    return messages;
  });
}

describe("serveStdio", () => {
  it("ends the connection of a client whose message is too long, while the message arrives", async () => {
    const input = new PassThrough();
    const { closed, close } = serveStdio(new McpEndpoint(new ActionExecutor([])), { input, output: new PassThrough() });
    let sent = 0;
    const isClosed = closed.then(() => true);
    const chunk = Buffer.alloc(1_000_000, "x");
    while (!(await Promise.race([isClosed, setImmediate(false)]))) {
      input.write(chunk);
      if (++sent > 100) break;
    }
    expect(sent).toBeLessThan(20);
    await close();
  });
});

describe("MessageBuffer", () => {
  it("reads the messages of lines, however the bytes are cut", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.integer({ min: 1, max: 40 }), (texts, size) => {
        const messages = texts.map((text, id) => message(id, text));
        const bytes = Buffer.from(messages.map((each) => `${JSON.stringify(each)}\r\nno json\n`).join(""));
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        expect(read(new MessageBuffer(() => undefined), chunks)).toEqual(messages);
      }),
      { numRuns: runs(100) },
    );
  });

  it("refuses a message that is too long while it arrives, once, and keeps nothing after it", () => {
    let refusals = 0;
    const buffer = new MessageBuffer(() => refusals++, 1000);
    expect(read(buffer, [Buffer.from(`${JSON.stringify(message(1))}\n`), Buffer.alloc(999, "a")])).toEqual([
      message(1),
    ]);
    expect(() => buffer.append(Buffer.alloc(2, "a"))).toThrow("a message is longer than 1000 bytes");
    expect(read(buffer, [Buffer.alloc(5000, "a"), Buffer.from(`\n${JSON.stringify(message(2))}\n`)])).toEqual([]);
    expect(refusals).toBe(1);
  });

  it("takes time in proportion to what arrives", () => {
    const chunk = Buffer.alloc(1000, " ");
    const buffer = new MessageBuffer(() => undefined);
    for (let index = 0; index < 10_000; index++) buffer.append(chunk);
    buffer.append(Buffer.from(`${JSON.stringify(message(1))}\n`));
    expect(buffer.readMessage()).toEqual(message(1));
  });
});
