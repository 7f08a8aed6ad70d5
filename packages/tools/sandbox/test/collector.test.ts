import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OutputCollector } from "../src/output-collector.ts";

const chunks = fc.array(fc.uint8Array({ maxLength: 12 }), { maxLength: 8 });

describe("OutputCollector", () => {
  it.each(["head", "tail", "middle"] as const)("keeps the bytes that %s says, however they arrive", (overflow) => {
    fc.assert(
      fc.property(chunks, fc.integer({ min: 1, max: 30 }), (pieces, limit) => {
        const whole = Uint8Array.from(pieces.flatMap((piece) => [...piece]));
        const collector = new OutputCollector(limit, overflow);
        for (const piece of pieces) collector.add(piece);
        const { head, tail } = collector.kept();
        expect(collector.total).toBe(whole.length);
        expect(head.length + tail.length).toBeLessThanOrEqual(Math.min(limit, whole.length));
        expect([...head]).toEqual([...whole.subarray(0, head.length)]);
        expect([...tail]).toEqual([...whole.subarray(whole.length - tail.length)]);
        if (whole.length <= limit) expect(head.length + tail.length).toBe(whole.length);
        // At most the bytes of one character are missing at each cut.
        expect(head.length + tail.length).toBeGreaterThanOrEqual(Math.min(limit, whole.length) - 6);
      }),
    );
  });

  it("cuts no character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), fc.integer({ min: 1, max: 30 }), (text, limit) => {
        for (const overflow of ["head", "tail", "middle"] as const) {
          const collector = new OutputCollector(limit, overflow);
          collector.add(new TextEncoder().encode(text));
          const { head, tail } = collector.kept();
          const whole = Buffer.concat([head, tail]).toString("utf8");
          expect(whole.includes("\uFFFD")).toBe(text.includes("\uFFFD") && whole.includes("\uFFFD"));
        }
      }),
    );
  });
});
