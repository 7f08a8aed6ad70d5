import fc from "fast-check";
import { deflateSync, strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { inputKinds, maxHashLength, type PlaygroundState, readShareHash, shareHash } from "../src/share.ts";

const text = fc.string({ unit: "grapheme", maxLength: 200 });
const states: fc.Arbitrary<PlaygroundState> = fc.record(
  {
    example: fc.string({ maxLength: 20 }),
    rules: text,
    input: fc.record({ kind: fc.constantFrom(...inputKinds), text, tool: text }, { requiredKeys: ["kind", "text"] }),
    tests: text,
    context: text,
  },
  { requiredKeys: [] },
);

/** A hash with any content. */
function hashOf(content: string): string {
  return `#1.${Buffer.from(deflateSync(strToU8(content))).toString("base64url")}`;
}

describe("shareHash", () => {
  it("is read back as the same state", () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(readShareHash(shareHash(state))).toEqual({ value: state, issues: [] });
      }),
    );
  });

  it("needs no escapes in a URL", () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(shareHash(state)).toMatch(/^#1\.[\w-]+$/);
      }),
    );
  });

  it("is equal for equal states, whatever the order of their members", () => {
    const input = { kind: "call", tool: "Bank.Transfer", text: "{}" } as const;
    const { kind, text, tool } = input;
    expect(shareHash({ tests: "", rules: "x", input: { text, kind, tool } })).toBe(
      shareHash({ rules: "x", input, tests: "" }),
    );
  });

  it("rejects a state that is too large for a link, and says what to do", () => {
    const random = Array.from({ length: 12_000 }, (_, index) => Math.sin(index + 1)).join("");
    expect(() => shareHash({ rules: random })).toThrow(
      /^the link would have \d+ characters, more than 60000: shorten the rules, the tests or the input$/,
    );
  });
});

describe("readShareHash", () => {
  it("reads an empty hash as an empty state", () => {
    expect(readShareHash("")).toEqual({ value: {}, issues: [] });
    expect(readShareHash("#")).toEqual({ value: {}, issues: [] });
  });

  const damaged = shareHash({ rules: "rule @a trigger any check enforce stop end" }).slice(0, -4);
  it.each([
    ["#2.abcd", "expected a hash that begins with #1."],
    ["#example", "expected a hash that begins with #1."],
    ["#1.", "the hash is damaged: part of the link may be missing"],
    ["#1.<script>", "the hash is damaged: part of the link may be missing"],
    [damaged, "the hash is damaged: part of the link may be missing"],
    [`#1.${"A".repeat(maxHashLength)}`, "the hash has 60003 characters, more than 60000"],
    [hashOf("{"), "its content is not JSON"],
    [hashOf("[]"), "its content is not a state of the playground"],
    [hashOf('{"html": "<img>"}'), "its content is not a state of the playground"],
    [hashOf('{"__proto__": {"rules": "x"}}'), "its content is not a state of the playground"],
    [hashOf('{"rules": 1}'), '"rules" is not a text'],
    [hashOf('{"input": {"kind": "ruby", "text": ""}}'), '"input" is not an input of the playground'],
    [hashOf('{"input": {"kind": "shell"}}'), '"input" is not an input of the playground'],
  ])("reports %s", (hash, problem) => {
    const message = `this link can't be opened: ${problem}`;
    expect(readShareHash(hash)).toEqual({ value: undefined, issues: [{ code: "invalid_link", message }] });
  });

  it("stops before a small hash becomes a large text", () => {
    const bomb = hashOf(`{"rules": "${"a".repeat(20_000_000)}"}`);
    expect(bomb.length).toBeLessThan(maxHashLength);
    expect(readShareHash(bomb).issues).toMatchObject([
      { message: "this link can't be opened: its content has more than 1000000 characters" },
    ]);
  });

  it("never throws", () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.base64String().map((data) => `#1.${data.replace(/[+/=]/g, "")}`),
      fc.json().map(hashOf),
    );
    fc.assert(
      fc.property(hostile, (hash) => {
        expect(readShareHash(hash).issues.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
