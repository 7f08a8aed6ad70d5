import { type ProgramNodeType, parseProgram, visit } from "@helve/agentspec";
import { describe, expect, it } from "vitest";

const program = parseProgram(`
  default deny
  rule @a trigger A.b let x = [1] check !p(args.y, {"k": x}) | args.z == 2 enforce warn("$\{args.w}!") stop end
  rule @b trigger A.b check q enforce invoke_action(C.d, {}) end
`);

describe("visit", () => {
  it("visits every node before its children, in the order of the text", () => {
    const seen: string[] = [];
    const note = ({ type }: { readonly type: ProgramNodeType }) => void seen.push(type);
    visit(program, {
      ...{ program: note, header: note, rule: note, trigger: note, tool_pattern: note, binding: note, and: note },
      ...{ or: note, not: note, predicate: note, comparison: note, literal: note, list: note, object: note },
      ...{ entry: note, reference: note, template: note, text: note, warn: note, stop: note, invoke_action: note },
    });
    expect(seen).toEqual([
      ...["program", "header", "rule", "trigger", "tool_pattern", "binding", "list", "literal", "and", "or"],
      ...["not", "predicate", "reference", "object", "entry", "reference", "comparison", "reference", "literal"],
      ...["warn", "template", "reference", "text", "stop"],
      ...["rule", "trigger", "tool_pattern", "and", "predicate", "invoke_action", "object"],
    ]);
  });

  it("passes the parents of a node", () => {
    const paths: string[] = [];
    visit(program, {
      predicate: ({ name }, parents) => paths.push([...parents.map(({ type }) => type), name].join(" ")),
    });
    expect(paths).toEqual(["program rule and or not p", "program rule and q"]);
  });

  it("skips the children of a node on request", () => {
    const names: string[] = [];
    visit(program, { rule: ({ name }) => name !== "a", predicate: ({ name }) => void names.push(name) });
    expect(names).toEqual(["q"]);
  });
});
