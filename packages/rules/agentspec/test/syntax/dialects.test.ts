import { parseProgram } from "@helve/agentspec";
import { dialects } from "@helve/testing/agentspec-dialects";
import { describe, expect, it } from "vitest";
import { short } from "./short-form.ts";

describe.each(dialects)("rules with $name", ({ rules }) => {
  it.each(rules)("%s", (text, tree) => {
    expect(parseProgram(text).rules.map(short)).toEqual([tree]);
  });
});

it("has at least three rules for each dialect", () => {
  expect(dialects).toHaveLength(21);
  for (const { rules } of dialects) expect(rules.length).toBeGreaterThanOrEqual(3);
});
