import { type WireNameError, wireNames } from "@helve/opentool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

function errorOf(names: readonly string[]): WireNameError {
  try {
    wireNames(names);
  } catch (error) {
    return error as WireNameError;
  }
  throw new Error("no error");
}

describe("wireNames", () => {
  it("replaces a dot by a dash and keeps other names unchanged", () => {
    const names = wireNames(["Terminal.Execute", "get-weather", "get-weather"]);
    expect(names.toWire("Terminal.Execute")).toBe("Terminal-Execute");
    expect(names.fromWire("Terminal-Execute")).toBe("Terminal.Execute");
    expect(names.toWire("get-weather")).toBe("get-weather");
  });

  it("returns undefined for unknown names", () => {
    const names = wireNames(["a.b"]);
    for (const name of ["a", "a-b", "constructor", "__proto__"]) expect(names.toWire(name)).toBeUndefined();
    for (const name of ["a.b", "toString"]) expect(names.fromWire(name)).toBeUndefined();
  });

  it("maps every accepted name to the wire and back", () => {
    const name = fc.stringMatching(/^[a-zA-Z0-9_-]{1,8}(\.[a-zA-Z0-9_-]{1,8}){0,2}$/);
    fc.assert(
      fc.property(fc.uniqueArray(name, { selector: (text) => text.replaceAll(".", "-") }), (list) => {
        const names = wireNames(list);
        const wires = list.map((text) => names.toWire(text) ?? "");
        expect(wires.map((wire) => names.fromWire(wire))).toEqual(list);
        expect(new Set(wires).size).toBe(list.length);
        for (const wire of wires) expect(wire).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      }),
    );
  });

  it("refuses two names that become the same name on the wire", () => {
    const error = errorOf(["Mail.Send", "Mail-Send", "ok"]);
    expect(error).toMatchObject({ code: "invalid_names", issues: [{ code: "name_clash" }] });
    expect(error.message).toBe(
      '"Mail-Send" and "Mail.Send" have one name on the wire, "Mail-Send": rename one of them',
    );
  });

  it("reports every illegal name at once", () => {
    const error = errorOf(["", "a b", "a..b", ".a", "é", "x".repeat(65), "a.b", "a-b"]);
    expect(error.code).toBe("invalid_names");
    expect(error.issues.map(({ code }) => code)).toEqual([...Array(6).fill("invalid_name"), "name_clash"]);
    expect(error.issues[1]?.message).toBe(
      `a tool's name must be 1 to 64 of a-z, A-Z, 0-9, - and _, with single dots between words (got "a b")`,
    );
  });
});
