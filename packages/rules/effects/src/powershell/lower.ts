// Lowers PowerShell to the engine's intermediate representation, without state.

import type { Expression as IrExpression, Statement as IrStatement, Parameter, Program, Span } from "../engine/ir.ts";
import { lowerClass } from "./lower-classes.ts";
import { asExpression, commandOf, lowerExpression, lowerTarget, operation } from "./lower-expressions.ts";
import { parseScript } from "./parse-statements.ts";
import type { ScriptBlock, Statement } from "./syntax.ts";

/** The text of a script, and the function that converts its positions to those of the program that contains it. */
export interface Source {
  readonly text: string;
  readonly place: (span: Span) => Span;
  /** Whether the code belongs to a method, whose result is what it returns and not what it outputs. */
  readonly isMethod?: boolean;
}

/** Parses a script and lowers it. What follows the first mistake is one statement of the kind `unread`. Never throws. */
export function lowerPowerShell(text: string, place: Source["place"]): Program {
  return { statements: lowerStatements(parseScript(text), { text, place }), problem: null };
}

/** Lowers statements. */
export function lowerStatements(statements: readonly Statement[], source: Source): readonly IrStatement[] {
  return statements.flatMap((statement) => lowerStatement(statement, source));
}

function lowerStatement(statement: Statement, source: Source): readonly IrStatement[] {
  const span = source.place(statement);
  const body = (block: ScriptBlock): readonly IrStatement[] => lowerStatements(block.statements, source);
  switch (statement.kind) {
    case "pipeline": {
      const value = asExpression([statement], source);
      // An attribute such as `[CmdletBinding()]` outputs nothing.
      if (value.kind === "name" && value.name.startsWith("[")) return [];
      const isSilent = source.isMethod === true || value.kind === "update";
      return [{ kind: isSilent ? "expression" : "output", value, ...span }];
    }
    case "sequence":
      return lowerStatements(statement.statements, source);
    case "chain": {
      const [first = [], ...others] = statement.statements.map((each) => lowerStatement(each, source));
      return [...first, ...others.map((each) => perhaps(each, span))];
    }
    case "assignment": {
      const target = lowerTarget(statement.target, source);
      const value = asExpression([statement.value], source);
      if (statement.operator === "??=") return [{ kind: "update", target, operator: "??", value, ...span }];
      const operator = statement.operator.slice(0, -1);
      // `$reference.Value = x` sets the variable to which the reference leads.
      const isReference = target.kind === "attribute" && target.name === "value";
      const referenced: IrExpression[] = isReference ? [{ kind: "dereference", of: target.object, ...span }] : [];
      return [
        {
          kind: "assignment",
          targets: [target, ...referenced],
          value: operator === "" ? value : operation(operator, target, value, span),
          ...span,
        },
      ];
    }
    case "if":
      return [
        {
          kind: "if",
          branches: statement.branches.map((each) => ({
            test: asExpression(each.test, source),
            body: body(each.body),
          })),
          otherwise: statement.otherwise === undefined ? [] : body(statement.otherwise),
          ...span,
        },
      ];
    case "foreach": {
      const target: IrExpression = { kind: "name", name: statement.variable, ...span };
      const of = itemsOf(lowerStatements(statement.of, { ...source, isMethod: false }), span);
      return [{ ...loopOf(span), each: { target, of }, body: body(statement.body), label: statement.label }];
    }
    case "while":
      return [
        ...(statement.initial === undefined ? [] : lowerStatement(statement.initial, source)),
        {
          ...loopOf(span),
          condition: statement.condition === undefined ? null : asExpression(statement.condition, source),
          testedAfter: statement.testedAfter || undefined,
          step: statement.step && asExpression([statement.step], source),
          body: body(statement.body),
          label: statement.label,
        },
      ];
    case "switch":
      return [lowerSwitch(statement, source)];
    case "try":
      return [
        {
          kind: "try",
          body: body(statement.body),
          handlers: statement.handlers.map((each) => ({ name: "_", body: body(each) })),
          otherwise: [],
          finally: statement.finally === undefined ? [] : body(statement.finally),
          ...span,
        },
      ];
    case "block":
      if (statement.word === "process") return [forEachPiped(body(statement.body), span)];
      if (statement.word !== "trap") return body(statement.body);
      return [
        { kind: "unread", reason: "the script handles errors with trap", ...span },
        perhaps(body(statement.body), span),
      ];
    case "function": {
      const { parameters, body: own } = lowerBlock(statement.body, source);
      const whole = statement.word === "filter" ? [forEachPiped(own, span)] : own;
      const name = `function:${statement.name}`;
      return [{ kind: "function", name, parameters, body: whole, decorators: [], outputs: true, ...span }];
    }
    case "class":
      return [lowerClass(statement, source)];
    case "parameters":
      return lowerParameters(statement, source).map(({ name, defaultValue }) => ({
        kind: "assignment",
        targets: [{ kind: "name", name, ...span }],
        value: operation(
          "(param)",
          { kind: "text", text: name, at: null, ...span },
          defaultValue ?? { kind: "name", name: "(input)", ...span },
          span,
        ),
        ...span,
      }));
    case "leave":
      return [{ kind: "leave", loop: statement.word, label: statement.label, ...span }];
    case "end":
      return lowerEnd(statement, source);
    case "unread":
      return [{ kind: "unread", reason: `the script ${statement.reason}`, ...span }];
  }
}

function lowerEnd({ word, value, ...at }: Statement & { kind: "end" }, source: Source): readonly IrStatement[] {
  const span = source.place(at);
  const result = value === undefined ? null : asExpression([value], source);
  if (word === "throw") return [{ kind: "raise", values: result === null ? [] : [result], ...span }];
  if (word === "exit") {
    const passed = result === null ? [] : [{ name: null, value: result }];
    const callee: IrExpression = { kind: "name", name: "exit", ...span };
    return [{ kind: "expression", value: { kind: "call", callee, arguments: passed, ...span }, ...span }];
  }
  if (source.isMethod || result === null) return [{ kind: "return", value: result, ...span }];
  return [
    { kind: "output", value: result, ...span },
    { kind: "return", value: null, ...span },
  ];
}

/** `switch`: all clauses that apply run for each item, which is `$_`. */
function lowerSwitch(statement: Statement & { kind: "switch" }, source: Source): IrStatement {
  const span = source.place(statement);
  const subject = asExpression(statement.subject, source);
  const value = statement.isFile ? commandOf("Get-Content", [subject], span) : subject;
  const of = itemsOf([{ kind: "output", value, ...span }], span);
  const clauses = statement.clauses.map(({ test, body }): IrStatement => {
    const run = lowerStatements(body.statements, source);
    if (test === undefined) return perhaps(run, source.place(body));
    const value = test.kind === "block" ? asExpression(test.block.statements, source) : lowerExpression(test, source);
    const condition: IrExpression = { kind: "parts", parts: [value], ...source.place(test) };
    return { kind: "if", branches: [{ test: condition, body: run }], otherwise: [], ...source.place(body) };
  });
  const target: IrExpression = { kind: "name", name: "_", ...span };
  return { ...loopOf(span), each: { target, of }, body: clauses, label: statement.label };
}

/** The parameters of a block of code, and its other statements. */
export function lowerBlock(
  block: ScriptBlock,
  source: Source,
): { readonly parameters: readonly Parameter[]; readonly body: readonly IrStatement[] } {
  const inner = { ...source, isMethod: false };
  const lists = block.statements.filter((statement) => statement.kind === "parameters");
  const span = source.place(block);
  const args: Parameter = { name: "args", defaultValue: { kind: "name", name: "args", ...span }, rest: "" };
  return {
    parameters: lists.length === 0 ? [args] : lists.flatMap((list) => lowerParameters(list, inner)),
    body: lowerStatements(
      block.statements.filter((statement) => statement.kind !== "parameters"),
      inner,
    ),
  };
}

/** Lowers parameters. A switch that is not passed is `$false`. */
export function lowerParameters(
  { parameters, ...at }: Pick<Statement & { kind: "parameters" }, "parameters" | "start" | "end">,
  source: Source,
): readonly Parameter[] {
  const span = source.place(at);
  return parameters.map(({ name, initial, isSwitch }) => ({
    name,
    defaultValue:
      initial !== undefined
        ? lowerExpression(initial, source)
        : isSwitch
          ? { kind: "constant", constant: false, ...span }
          : null,
    rest: "",
  }));
}

/** Statements that may not run. */
function perhaps(body: readonly IrStatement[], span: Span): IrStatement {
  return { kind: "if", branches: [{ test: { kind: "parts", parts: [], ...span }, body }], otherwise: [], ...span };
}

/** Runs statements for each item that a pipe passes. */
function forEachPiped(body: readonly IrStatement[], span: Span): IrStatement {
  const target: IrExpression = { kind: "name", name: "_", ...span };
  const piped: IrExpression = { kind: "name", name: "(piped)", ...span };
  return { ...loopOf(span), each: { target, of: piped }, body };
}

/** What statements output, as a list of items. */
function itemsOf(body: readonly IrStatement[], span: Span): IrExpression {
  return { kind: "collect", body, unwraps: false, ...span };
}

function loopOf(span: Span): IrStatement & { kind: "loop" } {
  return { kind: "loop", each: null, condition: null, body: [], otherwise: [], ...span };
}
