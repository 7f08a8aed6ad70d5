import { describe, expect, it } from "vitest";
import { argumentsIn } from "../../../src/node/keep-helve/argument-texts.ts";

const textsIn = (args: object): readonly string[] => argumentsIn(args).map(({ text }) => text);

describe("argumentsIn", () => {
  it("finds texts in JSON, in base64 and in hexadecimal digits", () => {
    const path = "/home/ada/.claude/settings.json";
    const encoded = Buffer.from(JSON.stringify({ path })).toString("base64");
    expect(textsIn({ a: JSON.stringify({ path }) })).toContain(path);
    expect(textsIn({ a: encoded })).toContain(path);
    expect(textsIn({ a: Buffer.from(path).toString("base64url") })).toContain(path);
    expect(textsIn({ a: Buffer.from(path).toString("hex") })).toContain(path);
  });

  it("reads nothing into texts that are not encoded", () => {
    expect(textsIn({ a: "internationalization", b: "0123456789abcdef0123" })).toEqual([
      "internationalization",
      "0123456789abcdef0123",
    ]);
  });
});
