import { expect, it } from "vitest";
import type { PredicatePhrase } from "../../src/index.ts";
import { predicateClause, predicatePhrases } from "../../src/internal.ts";

const write = (phrase: PredicatePhrase | readonly PredicatePhrase[], ...sources: readonly string[]) =>
  predicateClause(
    [phrase].flat(),
    sources.map((source) => ({ source, text: source.startsWith("args.") ? `\`${source}\`` : source })),
    "en",
  )?.text;

it("lists the arguments from a number on, with “or” or “and”", () => {
  const phrase = { en: "{0} is in {1|}, with {2&}" };
  expect(write(phrase, "args.p", '"a"', '"b"', '"c"')).toBe('`args.p` is in "a", "b" or "c", with "b" and "c"');
  expect(write(phrase, "args.p", '"a"')).toBeUndefined();
});

it("fills an argument in as it is, also if it looks like a number in braces", () => {
  expect(write({ en: "{0} is like {1}" }, '"{1}"', '"$&"')).toBe('"{1}" is like "$&"');
});

it("takes the first phrase that is for the arguments", () => {
  const phrases: readonly PredicatePhrase[] = [
    { zh: "下雨" },
    { when: [1], en: "it rains" },
    { when: [], en: "the weather is bad" },
    { when: "literals", en: "the rain is {0}" },
  ];
  expect(write(phrases, "1")).toBe("it rains");
  expect(write(phrases)).toBe("the weather is bad");
  expect(write(phrases, '"strong"')).toBe('the rain is "strong"');
  expect(write(phrases, "args.rain")).toBeUndefined();
});

it("puts spaces between Chinese characters and arguments, and no negation where an argument lacks", () => {
  const phrase = { zh: "{0|}会删除文件", not: { zh: "{0}不会删除{1}" } };
  expect(predicateClause([phrase], [{ source: "args.a", text: "其参数 `a`" }], "zh")).toEqual({
    text: "其参数 `a` 会删除文件",
    negation: undefined,
  });
});

it("takes the phrases of the first of two predicates with one name", () => {
  const [first, second] = [{ en: "one" }, { en: "two" }];
  const phrases = predicatePhrases([{ name: "a", phrase: first }, { name: "a", phrase: second }, { name: "b" }]);
  expect([...phrases]).toEqual([
    ["a", [first]],
    ["b", []],
  ]);
});
