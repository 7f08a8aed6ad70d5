import { readFileSync } from "node:fs";
import { JsonParser, type RawFormat, rawFormats } from "@helve/arguments";
import { describe, expect, it } from "vitest";

const parser = new JsonParser();
const weather = {
  type: "object",
  properties: { city: { type: "string" }, days: { type: "integer" } },
  required: ["city", "days"],
  additionalProperties: false,
} as const;
const byName = rawFormats.map((format): [string, RawFormat] => [format.name, format]);

describe("the raw formats of models", () => {
  it.each(byName)("%s is read and named", (name, { example }) => {
    expect(parser.decode(example, weather)).toMatchObject({ ok: true, args: { city: "Oslo", days: 3 }, format: name });
  });

  it.each(byName)("%s is refused or marked as cut off if its end is missing", (_, { example }) => {
    const value = example.indexOf("Oslo");
    for (let end = value; end < example.indexOf("3", value); end++) {
      const decoded = parser.decode(example.slice(0, end), weather);
      const isMarked = decoded.repairs.some(({ kind }) => kind.startsWith("truncated"));
      expect(decoded.ok && !isMarked ? decoded.args : undefined, example.slice(0, end)).toBe(undefined);
    }
  });

  it.each(byName)("of two calls in %s, none becomes the arguments of the other", (_, { example }) => {
    const other = example.replace("Oslo", "Rome");
    const decoded = parser.decode(`${example}\n${other}`, weather);
    expect(decoded.ok ? decoded.args : undefined).toBe(undefined);
  });

  it.each(byName)("%s is in the README", (name, { models, source }) => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8").replace(/ +/g, " ");
    expect(readme).toContain(`| [\`${name}\`](${source}) | ${models} |`);
  });
});
