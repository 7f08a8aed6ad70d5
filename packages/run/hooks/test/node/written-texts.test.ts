import { existsSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  addWrittenTexts,
  deleteWrittenTexts,
  hasWrittenTexts,
  textHash,
  writtenTexts,
  writtenTextsRecorder,
} from "../../src/node/state/written-texts.ts";

let state: string;
beforeEach(() => {
  state = realpathSync(mkdtempSync(join(tmpdir(), "written-")));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

describe("addWrittenTexts", () => {
  it("keeps each text once, as a hash, in a file of the user alone", async () => {
    await addWrittenTexts(state, [textHash("a"), textHash("b")]);
    await addWrittenTexts(state, [textHash("b"), textHash("c")]);
    const known = writtenTexts(state);
    expect(["a", "b", "c"].every((text) => known.has(textHash(text)))).toBe(true);
    expect(known.has(textHash("d"))).toBe(false);
    const { size, mode } = statSync(join(state, "written-texts"));
    expect(size).toBe(3 * (textHash("a").length + 1));
    expect(mode & 0o077).toBe(0);
  });

  it("forgets the oldest texts when there are many", async () => {
    const many = Array.from({ length: 60_000 }, (_, index) => textHash(String(index)));
    await addWrittenTexts(state, many);
    await addWrittenTexts(state, [textHash("last")]);
    const known = writtenTexts(state);
    expect(known.has(textHash("last"))).toBe(true);
    expect(known.has(textHash("0"))).toBe(false);
    expect(known.size).toBeLessThan(many.length);
  });

  it("waits while another process adds", async () => {
    await addWrittenTexts(state, [textHash("a")]);
    const lock = join(state, "written-texts.lock");
    writeFileSync(lock, JSON.stringify({ pid: process.pid }));
    const adding = addWrittenTexts(state, [textHash("b")]);
    expect(writtenTexts(state).has(textHash("b"))).toBe(false);
    rmSync(lock);
    await adding;
    expect([...writtenTexts(state)]).toEqual([textHash("a"), textHash("b")]);
    expect(existsSync(lock)).toBe(false);
  });
});

describe("writtenTextsRecorder", () => {
  it("adds the texts of many calls", async () => {
    const record = writtenTextsRecorder(state);
    await record(["a", "b"]);
    await record(["b", "c"]);
    expect([...writtenTexts(state)]).toEqual(["a", "b", "c"].map(textHash));
  });
});

describe("deleteWrittenTexts", () => {
  it("forgets all texts", async () => {
    expect(hasWrittenTexts(state)).toBe(false);
    await addWrittenTexts(state, [textHash("a")]);
    expect(hasWrittenTexts(state)).toBe(true);
    deleteWrittenTexts(state);
    expect(hasWrittenTexts(state)).toBe(false);
  });
});
