import type { ResultPart } from "@helve/core";
import { truncateOutput } from "@helve/executor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import goldens from "../fixtures/inspect-truncation.json" with { type: "json" };
import { lookAt, oneTool } from "./one-tool.ts";

async function truncated(value: unknown, maxBytes?: number, name = "look"): Promise<readonly ResultPart[]> {
  const executor = oneTool({ name, execute: () => value }, truncateOutput({ maxBytes }));
  const { result, errmsg } = await executor.execute(lookAt("it", name));
  if (result === null) throw new Error(errmsg ?? "no result");
  return result;
}

/** The text between the markers of a truncated output. */
function left(part: ResultPart | undefined): string | undefined {
  return /<START_TOOL_OUTPUT>\n(.*)\n<END_TOOL_OUTPUT>\n$/s.exec(String(part?.content))?.[1];
}

const bytes = (text: string): number => new TextEncoder().encode(text).length;

describe("truncateOutput", () => {
  it.each(goldens.truncate_string_to_bytes)("cuts $input to $max_bytes bytes as Inspect does", async (golden) => {
    const [part] = await truncated(golden.input, golden.max_bytes);
    if (golden.result === null) {
      expect(part).toEqual({ type: "text", content: golden.input });
    } else {
      expect(left(part)).toBe(golden.result.output);
      expect(part).toHaveProperty("truncated", {
        bytes: bytes(golden.result.output),
        from: golden.result.original_bytes,
      });
    }
  });

  it("adds Inspect's notice", async () => {
    const { output, max_output, function: name, content, truncated: numbers } = goldens.message;
    const [from, limit] = numbers;
    expect(await truncated(output, max_output, name)).toEqual([
      { type: "text", content, truncated: { bytes: limit, from } },
    ]);
  });

  it("keeps 16,384 bytes by default, and everything if the limit is 0", async () => {
    expect(await truncated("é".repeat(8192))).toEqual([{ type: "text", content: "é".repeat(8192) }]);
    const [part] = await truncated("é".repeat(8193));
    expect(left(part)).toBe("é".repeat(8192));
    expect(await truncated("x".repeat(100_000), 0)).toHaveLength(1);
    expect((await truncated("x".repeat(100_000), 0))[0]).not.toHaveProperty("truncated");
  });

  it("shows in the action return, and to the model", async () => {
    const executor = oneTool({ execute: () => "x".repeat(50) }, truncateOutput({ maxBytes: 10 }));
    const { truncated, observation } = await executor.execute(lookAt("it"));
    expect(truncated).toEqual({ bytes: 10, from: 50 });
    expect(left(observation.parts[0])).toBe("x".repeat(10));
  });

  it("turns JSON that is too long into its text", async () => {
    const [part, ...others] = await truncated({ items: ["a".repeat(20), "b".repeat(20)] }, 20);
    expect(others).toEqual([]);
    expect(left(part)).toBe('{"items":[bbbbbbb"]}');
    expect(await truncated({ ok: true }, 20)).toEqual([{ type: "json", content: { ok: true } }]);
  });

  it("cuts the middle out of many parts, and leaves media whole", async () => {
    const image: ResultPart = { type: "image", content: `data:image/png;base64,${"A".repeat(1000)}` };
    const text = (content: string): ResultPart => ({ type: "text", content });
    const value = [
      text("start"),
      text("abcdef"),
      image,
      text("all of this is cut"),
      text("uvwxyz"),
      image,
      text("end"),
    ];
    const parts = await truncated(value, 14);
    expect(parts.map((part) => left(part) ?? part)).toEqual([text("start"), "abwxyz", image, image, text("end")]);
    expect(parts[1]).toHaveProperty("truncated", { bytes: 6, from: 30 });
    expect(await truncated([image], 1)).toEqual([image]);
  });

  it("keeps a start and an end of any text, whole code points and no more bytes than allowed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 60 }), async (text, maxBytes) => {
        const [part] = await truncated(text, maxBytes);
        if (bytes(text) <= maxBytes) {
          expect(part?.content).toBe(text);
          return;
        }
        const kept = left(part) ?? "";
        expect(bytes(kept)).toBeLessThanOrEqual(maxBytes);
        expect(bytes(kept)).toBeGreaterThan(maxBytes - 7);
        const points = [...text];
        const start = points.findIndex((point, index) => [...kept][index] !== point);
        const end = [...kept].length - start;
        expect(points.slice(points.length - end).join("")).toBe([...kept].slice(start).join(""));
      }),
    );
  });

  it("counts a lone surrogate like its replacement in UTF-8", async () => {
    const [part] = await truncated("\ud83c".repeat(10), 13);
    expect(left(part)).toBe("\ud83c".repeat(4));
    expect(part).toHaveProperty("truncated", { bytes: 12, from: 30 });
  });

  it("does not change the errors of a tool", async () => {
    const executor = oneTool(
      {
        execute: () => {
          throw new Error("x".repeat(100));
        },
      },
      truncateOutput({ maxBytes: 10 }),
    );
    const { status, errmsg } = await executor.execute(lookAt("it"));
    expect(status).toBe("failed");
    expect(errmsg).toContain("x".repeat(100));
  });
});
