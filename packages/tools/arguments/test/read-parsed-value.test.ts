import { JsonParser } from "@helve/arguments";
import { TupleParser } from "@helve/arguments/tuple";
import type { JsonSchema } from "@helve/core";
import { describe, expect, it } from "vitest";

const schema: JsonSchema = {
  type: "object",
  properties: { command: { type: "string", enum: ["ls", "pwd"] }, options: { type: "object" } },
  required: ["command"],
};

describe.each([
  ["JsonParser", new JsonParser()],
  ["TupleParser", new TupleParser()],
])("%s, given an object", (_name, parser) => {
  it("reads each member once, so that what is returned is what was validated", () => {
    let reads = 0;
    const args = {
      get command() {
        return ++reads === 1 ? "ls" : "rm";
      },
    };
    expect(parser.decode(args, schema)).toEqual({ ok: true, args: { command: "ls" }, repairs: [] });
  });

  it("returns arguments that don't change with the object", () => {
    const args = { command: "ls", options: { all: true } };
    const decoded = parser.decode(args, schema);
    args.options.all = false;
    expect(decoded).toMatchObject({ ok: true, args: { options: { all: true } } });
  });

  it("treats a member __proto__ as data", () => {
    const decoded = parser.decode(JSON.parse('{"command": "ls", "options": {"__proto__": {"all": true}}}'), schema);
    const options = decoded.ok ? decoded.args["options"] : undefined;
    expect(Object.keys(options as object)).toEqual(["__proto__"]);
  });

  it("names every part that JSON can't represent", () => {
    const circle: Record<string, unknown> = { at: new Date(0), run: () => 1 };
    circle["self"] = circle;
    const decoded = parser.decode({ command: "ls", options: circle }, schema);
    expect(decoded).toMatchObject({
      ok: false,
      issues: [
        { code: "not_json", path: "/options/at" },
        { code: "not_json", path: "/options/run" },
        { code: "not_json", path: "/options/self" },
      ],
    });
  });

  it("refuses an object whose members can't be read", () => {
    const unreadable = {
      get command() {
        throw new Error("no");
      },
    };
    expect(parser.decode(unreadable, schema)).toMatchObject({ ok: false, issues: [{ code: "not_json" }] });
  });
});
