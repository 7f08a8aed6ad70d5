import { RawArguments, unwrapArguments, wrapArguments } from "@helve/adapter";
import { describe, expect, it } from "vitest";

describe("RawArguments", () => {
  it("keeps the text of malformed arguments only", () => {
    const raw = new RawArguments();
    for (const [id, text] of [
      ["a", '{"amount":5}'],
      ["b", "{amount: 5,}"],
      ["c", " "],
      ["d", "[5]"],
    ] as const) {
      for (const character of text) raw.append(id, character);
      raw.end(id);
    }
    expect(["a", "b", "c", "d"].map((id) => raw.textOf(id))).toEqual([undefined, "{amount: 5,}", undefined, "[5]"]);
    raw.forget("b");
    expect(raw.textOf("b")).toBeUndefined();
  });
});

describe("wrapArguments", () => {
  it.each(["{amount: 5,}", "", "[5]", "null"])(
    "wraps malformed arguments, and unwrapArguments returns them: %j",
    (text) => {
      expect(JSON.parse(wrapArguments(text))).toEqual({ unparsed_arguments: text });
      expect(unwrapArguments(wrapArguments(text))).toBe(text);
      expect(unwrapArguments(JSON.parse(wrapArguments(text)))).toBe(text);
    },
  );

  it("leaves well-formed arguments as they are", () => {
    expect(wrapArguments('{"amount":5}')).toBe('{"amount":5}');
    expect(unwrapArguments('{"amount":5}')).toEqual({ amount: 5 });
    expect(unwrapArguments(undefined)).toEqual({});
  });
});
