import { JsonParser, repairKinds } from "@helve/arguments";
import cases from "@helve/testing/corpus/broken-arguments.json" with { type: "json" };
import { describe, expect, it } from "vitest";

interface Case {
  readonly id: string;
  readonly input: string;
  readonly expected?: unknown;
  readonly refused?: string;
}

const corpus: readonly Case[] = cases;

describe("the corpus of broken arguments", () => {
  const parser = new JsonParser();

  it.each(corpus.filter(({ refused }) => refused === undefined))("reads $id: $input", ({ input, expected }) => {
    const decoded = parser.decode(input, {});
    expect(decoded).toMatchObject({ ok: true });
    expect(decoded.ok && decoded.args).toEqual(expected);
    for (const { kind } of decoded.repairs) expect(repairKinds).toHaveProperty(kind);
  });

  it.each(corpus.filter(({ refused }) => refused !== undefined))("refuses $id ($refused): $input", ({ input }) => {
    const decoded = parser.decode(input, {});
    expect(!decoded.ok && decoded.issues.length).toBeGreaterThan(0);
    expect(!decoded.ok && decoded.issues[0]?.message).toMatch(/at line \d+, column \d+$/);
  });

  it("has enough cases with unique names", () => {
    expect(corpus.length).toBeGreaterThanOrEqual(150);
    expect(new Set(corpus.map(({ id }) => id)).size).toBe(corpus.length);
  });
});
