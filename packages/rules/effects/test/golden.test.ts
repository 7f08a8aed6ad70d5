import { describe, expect, it } from "vitest";
import { differencesOf } from "./golden/differences.ts";
import { type PlainEffect, plainEffects } from "./golden/snapshot.ts";
import { readShell } from "./read.ts";

const deletes = (path: string | null, more: object = {}): PlainEffect => ({
  kind: "delete",
  certainty: "certain",
  target: path === null ? null : { path, glob: false },
  ...more,
});
const sends = (...from: readonly string[]): PlainEffect => ({
  kind: "network",
  certainty: "certain",
  direction: "out",
  host: "b.example",
  from: from.map((kind) => ({ kind })),
});
const anything: PlainEffect = { kind: "anything", certainty: "unknown" };
const snapshot = (effects: readonly PlainEffect[]): Parameters<typeof differencesOf>[0] => ({
  id: "1",
  language: "shell",
  text: "",
  effects,
});

describe("the comparison of effects with earlier ones", () => {
  it.each<readonly [string, readonly PlainEffect[], readonly PlainEffect[], readonly string[]]>([
    ["a lost effect", [deletes("a"), deletes("b")], [deletes("a")], ["lost"]],
    ["another target", [deletes("a")], [deletes("b")], ["lost", "new"]],
    ["an unknown target", [deletes("a")], [deletes(null)], ["vaguer", "new"]],
    ["less certainty", [deletes("a")], [deletes("a", { certainty: "possible" })], ["weaker"]],
    ["more certainty", [deletes("a", { certainty: "possible" })], [deletes("a")], ["stronger"]],
    ["a changed detail", [deletes("a")], [deletes("a", { recursive: true })], ["changed"]],
    ["a new effect", [deletes("a")], [deletes("a"), deletes("b")], ["new"]],
    ["a lost origin", [sends("file", "secret")], [sends("file")], ["origin"]],
    ["an origin that may be any", [sends("file")], [sends("unknown")], ["changed"]],
    ["a reader that knows less", [deletes("a")], [anything], ["new", "given up"]],
    ["a reader that knows more", [anything], [deletes("a")], ["resolved", "new"]],
    ["an unknown target that is known now", [deletes(null)], [deletes("a")], ["resolved", "new"]],
    ["an unknown part that is gone", [deletes("a"), anything], [deletes("a")], ["lost"]],
  ])("finds %s", (_, old, now, kinds) => {
    expect(differencesOf(snapshot(old), snapshot(now)).map(({ kind }) => kind)).toEqual(kinds);
  });

  it("finds a program that was not read", () => {
    expect(differencesOf(snapshot([]), undefined)).toEqual([{ kind: "missing" }]);
  });

  it("finds no difference in places", () => {
    expect(plainEffects(readShell("rm a").effects)).toEqual(plainEffects(readShell("  rm   a").effects));
  });
});
