import { definitionAt, documentSymbols, openProgram } from "@helve/language-service";
import { describe, expect, it } from "vitest";
import { openAt } from "./example-catalogue.ts";

describe("definition", () => {
  it.each<readonly [marked: string, found: string, place: number]>([
    ["rule @a trigger X let n = 1 check p(‸n) enforce stop end", "let n = 1", 22],
    ["rule @a trigger X let n = 1 check n‸ > 2 enforce stop end", "let n = 1", 22],
    ["rule @a trigger X let ‸n = 1 check p enforce stop end", "let n = 1", 22],
    ["rule @a trigger X let n = [1] let m = n[0] check p(‸m) enforce stop end", "let m = n[0]", 34],
    ["rule @a trigger X let n = [1] let m = ‸n[0] check p(m) enforce stop end", "let n = [1]", 22],
    [`rule @a trigger X prepare val n = 1 check enforce warn("\${‸n}") end`, "prepare val n = 1", 30],
    ["let n = [1]\nrule @a trigger X check args.x in ‸n enforce stop end", "let n = [1]", 4],
    ["let n‸ = [1]\nrule @a trigger X check args.x in n enforce stop end", "let n = [1]", 4],
    ["let n = 1\nlet m = ‸n\nrule @a trigger X check args.x > m enforce stop end", "let n = 1", 4],
    ["rule @a‸b trigger X check enforce stop end", "rule @ab trigger X check enforce stop end", 6],
    [
      "rule @b trigger Y check enforce stop end rule @a trigger X check enforce stop end rule ‸a trigger Z",
      "rule @a trigger X check enforce stop end",
      47,
    ],
  ])("is found: %s", (marked, found, place) => {
    const { program, offset } = openAt(marked);
    const definition = definitionAt(program, offset);
    const { start, end } = definition?.targetRange ?? {};
    expect(program.text.slice(start?.offset, end?.offset)).toBe(found);
    expect(definition?.targetSelectionRange.start.offset).toBe(place);
  });

  it.each([
    "rule @a trigger X let n = 1 check ‸p enforce stop end",
    "rule @a trigger X let n = 1 check n ‸> 2 enforce stop end",
    "rule @a trigger X let n = 1 check p(args.‸n) enforce stop end",
    "rule @a trigger X let n = 1 check p enforce stop end rule @b trigger X check p(‸n) enforce stop end",
    "‸ rule @a trigger X check enforce stop end",
  ])("is not found: %s", (marked) => {
    const { program, offset } = openAt(marked);
    expect(definitionAt(program, offset)).toBeUndefined();
  });
});

describe("document symbols", () => {
  it("list rules and their let bindings, also of invalid rules", () => {
    const program = openProgram(`
default deny
rule @one trigger Gmail.SendEmail | Shell let n = 1 let val = 2 check p enforce stop end
rule trigger X check
The rest:
rule two trigger after_action
  Shell
check p( enforce stop end`);
    expect(
      documentSymbols(program).map(({ name, detail, children }) => [name, detail, children.map((child) => child.name)]),
    ).toEqual([
      ["one", "Gmail.SendEmail | Shell", ["n", "val"]],
      ["(no name)", "X", []],
      ["two", "after_action Shell", []],
    ]);
  });

  it("list the let bindings before the first rule", () => {
    const program = openProgram("let n = [1]\nrule @a trigger X check args.x in n enforce stop end");
    expect(documentSymbols(program).map(({ name, kind }) => [name, kind])).toEqual([
      ["n", "Variable"],
      ["a", "Class"],
    ]);
  });

  it("have the range of the whole declaration and of the name", () => {
    const program = openProgram("rule @a trigger X let n = 1 check enforce stop end // rest");
    const [{ range, selectionRange, children } = {}] = documentSymbols(program);
    expect([range?.start.offset, range?.end.offset]).toEqual([0, 50]);
    expect([selectionRange?.start.offset, selectionRange?.end.offset]).toEqual([6, 7]);
    expect([children?.[0]?.range.start.offset, children?.[0]?.range.end.offset]).toEqual([18, 27]);
    expect(children?.[0]?.selectionRange.start.offset).toBe(22);
  });

  it("have the range of a let with its value, also of an invalid let", () => {
    const text = "rule @a trigger X let n = [1, 2] let m = { enforce stop end";
    const [{ children = [] } = {}] = documentSymbols(openProgram(text));
    expect(children.map(({ range }) => text.slice(range.start.offset, range.end.offset))).toEqual([
      "let n = [1, 2]",
      "let m = {",
    ]);
  });
});
