import type { Expression, Statement } from "../engine/ir.ts";
import { lowerParameters, lowerStatements, type Source } from "./lower.ts";
import { lowerExpression } from "./lower-expressions.ts";
import type { ClassMember, Statement as Parsed } from "./syntax.ts";

/** Lowers a class. Types are names in brackets: `[cleaner]`. */
export function lowerClass(parsed: Parsed & { kind: "class" }, source: Source): Statement {
  const span = source.place(parsed);
  return {
    kind: "class",
    name: `[${parsed.name}]`,
    bases: parsed.bases.map((base) => ({ name: null, value: { kind: "name", name: `[${base}]`, ...span } })),
    fields: [],
    body: parsed.members.map((member) => lowerMember(member, source)),
    decorators: [],
    ...span,
  };
}

function lowerMember(member: ClassMember, source: Source): Statement {
  const span = source.place(member);
  const { name } = member;
  if (member.kind === "field") {
    const value: Expression =
      member.value === undefined
        ? { kind: "constant", constant: null, ...span }
        : lowerExpression(member.value, source);
    return { kind: "assignment", targets: [{ kind: "name", name, ...span }], value, ...span };
  }
  const toBase = member.baseArguments?.map((each) => lowerExpression(each, source));
  const callee: Expression = {
    kind: "attribute",
    object: { kind: "name", name: "super", ...span },
    name: "__init__",
    ...span,
  };
  const passed = toBase?.map((value) => ({ name: null, value }));
  const before: readonly Statement[] =
    passed === undefined
      ? []
      : [{ kind: "expression", value: { kind: "call", callee, arguments: passed, ...span }, ...span }];
  return {
    kind: "function",
    name,
    parameters: lowerParameters({ ...member }, source),
    body: [...before, ...lowerStatements(member.body.statements, { ...source, isMethod: true })],
    decorators: [],
    isStatic: member.isStatic || undefined,
    ...span,
  };
}
