import { lookAlike, readCode } from "@helve/effects";
import { shell } from "@helve/effects/shell";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("lookAlike", () => {
  it.each([
    ["g\u0456thub.com", "github.com", "i"],
    ["xn--gthub-n2e.com", "github.com", "i"],
    ["\uff47ithub.com", "github.com", "g"],
    ["p\u0443\u03c1i.org", "pypi.org", "y"],
    ["github.com\u2215x.org", "github.com/x.org", "/"],
  ])("%s looks like %s", (host, name, like) => {
    expect(lookAlike(host)).toMatchObject({ name, like });
  });

  it.each(["github.com", "пример.рф", "xn--e1afmkfd.xn--p1ai", "例え.jp", "münchen.de", "xn--", ""])(
    "%s misleads nobody",
    (host) => {
      expect(lookAlike(host)).toBeUndefined();
    },
  );

  it("never throws", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void lookAlike(`xn--${text}`)));
    fc.assert(fc.property(fc.stringMatching(/^xn--[a-z0-9-]{1,70}$/), (text) => void lookAlike(text)));
  });
});

/** The reasons why a command is unknown. */
function unknownReasons(command: string): readonly string[] {
  const { effects } = readCode("shell", command, { languages: { shell } });
  return effects.flatMap((effect) => (effect.kind === "anything" ? [effect.reason] : []));
}

describe("characters that hide what code does", () => {
  it("names a program that only looks like another", () => {
    expect(unknownReasons("\u0455udo rm a")).toEqual([
      'the program \u0455udo is not sudo: its letter "\u0455" (U+0455) only looks like "s"',
    ]);
    expect(unknownReasons("./\u0441борка.sh")).toEqual([]);
  });

  it.each([
    ["r\u200bm a", "U+200B"],
    ["r\u200dm a", "U+200D"],
    ["echo \u202e a", "U+202E"],
    ["rm\u{E0061} a", "U+E0061"],
    ["echo a\ufeff b", "U+FEFF"],
  ])("names the character in %j", (command, name) => {
    expect(unknownReasons(command)).toContainEqual(expect.stringContaining(`the character ${name}, which`));
  });

  it.each([
    "\ufeffecho a",
    "echo \u{1F468}\u200d\u{1F469}",
    "echo '\u05e9\u05dc\u05d5\u05dd\u200f'",
    "echo '\u0645\u06cc\u200c\u062e'",
    "echo \u{1F3F4}\u{E0067}\u{E0062}\u{E007F}",
  ])("accepts %j, because text and emoji need its characters", (command) => {
    expect(unknownReasons(command)).toEqual([]);
  });
});
