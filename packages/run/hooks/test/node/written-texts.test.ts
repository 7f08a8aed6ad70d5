import { mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addWrittenTexts, textHash, writtenTexts } from "../../src/node/state/written-texts.ts";

let state: string;
beforeEach(() => {
  state = realpathSync(mkdtempSync(join(tmpdir(), "written-")));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

describe("addWrittenTexts", () => {
  it("keeps each text once, as a hash, in a file of the user alone", () => {
    addWrittenTexts(state, [textHash("a"), textHash("b")]);
    addWrittenTexts(state, [textHash("b"), textHash("c")]);
    const known = writtenTexts(state);
    expect(["a", "b", "c"].every((text) => known.has(textHash(text)))).toBe(true);
    expect(known.has(textHash("d"))).toBe(false);
    const { size, mode } = statSync(join(state, "written-texts"));
    expect(size).toBe(3 * (textHash("a").length + 1));
    expect(mode & 0o077).toBe(0);
  });

  it("forgets the oldest texts when there are many", () => {
    const many = Array.from({ length: 60_000 }, (_, index) => textHash(String(index)));
    addWrittenTexts(state, many);
    addWrittenTexts(state, [textHash("last")]);
    const known = writtenTexts(state);
    expect(known.has(textHash("last"))).toBe(true);
    expect(known.has(textHash("0"))).toBe(false);
    expect(known.size).toBeLessThan(many.length);
  });
});
