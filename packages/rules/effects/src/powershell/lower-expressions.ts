import type { CommandWord, Expression as Ir, Span } from "../engine/ir.ts";
import { lowerBlock, lowerStatements, type Source } from "./lower.ts";
import type { Argument, Expression, PipelineElement, Statement } from "./syntax.ts";

/** Lowers an expression. */
export function lowerExpression(expression: Expression, source: Source): Ir {
  const span = source.place(expression);
  const lower = (each: Expression): Ir => lowerExpression(each, source);
  switch (expression.kind) {
    case "text":
      return lowerText(expression, source);
    case "number":
      return { kind: "number", number: expression.number, ...span };
    case "variable":
      return lowerVariable(expression, span);
    case "block":
      return {
        kind: "function",
        name: "",
        ...lowerBlock(expression.block, source),
        decorators: [],
        outputs: true,
        ...span,
      };
    case "statements":
      if (!expression.isArray) return asExpression(expression.statements, source);
      return {
        kind: "collect",
        body: lowerStatements(expression.statements, { ...source, isMethod: false }),
        unwraps: false,
        ...span,
      };
    case "hash":
      return {
        kind: "dict",
        entries: expression.entries.map(([key, value]) => ({ key: lower(key), value: asExpression(value, source) })),
        ...span,
      };
    case "array":
      return { kind: "list", items: expression.items.map(lower), ...span };
    case "binary":
      return operation(expression.operator, lower(expression.left), lower(expression.right), span);
    case "unary":
      return lowerUnary(expression, source);
    case "ternary":
      return {
        kind: "either",
        condition: lower(expression.condition),
        choices: expression.choices.map(lower),
        ...span,
      };
    case "type":
      return { kind: "name", name: `[${typeName(expression.name)}]`, ...span };
    case "cast": {
      const type = typeName(expression.type);
      const operand = lower(expression.operand);
      if (type === "ref") return { kind: "reference", of: operand, ...span };
      return converting.test(type) ? calling(`(${type})`, [operand], span) : operand;
    }
    case "index": {
      const { object, index } = expression;
      const isSeveral = index.kind === "array" || (index.kind === "binary" && index.operator === "..");
      if (isSeveral) return calling("[]", [lower(object), lower(index)], span);
      return { kind: "item", object: lower(object), index: lower(index), ...span };
    }
    case "member": {
      const { object, name, args } = expression;
      const [part] = name.kind === "text" && name.parts.length === 1 ? name.parts : [];
      const callee: Ir =
        typeof part === "string"
          ? { kind: "attribute", object: lower(object), name: part.toLowerCase(), ...span }
          : { kind: "item", object: lower(object), index: lower(name), ...span };
      if (args === undefined) return callee;
      const passed = args.map((value) => ({ name: null, value: lower(value) }));
      return { kind: "call", callee, arguments: passed, ...span };
    }
  }
}

/** Types to which a cast converts a value; other casts keep it. */
const converting = /^(?:char|char\[\]|string|byte\[\]|u?int(?:16|32|64)?|byte|scriptblock|wmiclass|wmi|adsi)$/;

/** A type's name in lower case without `System.`. */
export function typeName(name: string): string {
  return name.toLowerCase().replace(/^system\./, "");
}

/** Lowers what is assigned to. The last of several targets gets all remaining items. */
export function lowerTarget(target: Expression, source: Source): Ir {
  if (target.kind === "cast") return lowerTarget(target.operand, source);
  if (target.kind === "array") {
    const items = target.items.map((each) => lowerTarget(each, source));
    const last = items.pop();
    const rest: readonly Ir[] =
      last === undefined ? [] : [{ kind: "spread", value: last, start: last.start, end: last.end }];
    return { kind: "list", items: [...items, ...rest], ...source.place(target) };
  }
  return lowerExpression(target, source);
}

/** The value of statements: that of a single one, or what they output. */
export function asExpression(statements: readonly Statement[], source: Source): Ir {
  const [only, other] = statements;
  if (only?.kind === "pipeline" && other === undefined) return lowerPipeline(only.elements, source);
  if (only?.kind === "sequence" && other === undefined) return asExpression(only.statements, source);
  if (only?.kind === "assignment" && other === undefined) {
    const span = source.place(only);
    const target = lowerTarget(only.target, source);
    const value = asExpression([only.value], source);
    const operator = only.operator.slice(0, -1);
    return {
      kind: "assign",
      target,
      value: operator === "" ? value : operation(operator, target, value, span),
      ...span,
    };
  }
  const span = source.place({ start: only?.start ?? 0, end: statements.at(-1)?.end ?? 0 });
  const body = lowerStatements(statements, { ...source, isMethod: false });
  return { kind: "collect", body, unwraps: true, ...span };
}

function lowerPipeline(elements: readonly PipelineElement[], source: Source): Ir {
  const stages = elements.flatMap((element): readonly Ir[] => {
    const own: Ir =
      element.kind === "expression" ? lowerExpression(element.expression, source) : lowerCommand(element, source);
    const redirects = element.redirects.map(({ append, to, ...span }) =>
      commandOf(append ? ">>" : ">", [lowerExpression(to, source)], source.place(span)),
    );
    return [own, ...redirects];
  });
  const [only, other] = stages;
  if (only !== undefined && other === undefined) return only;
  const span = { start: elements[0]?.start ?? 0, end: elements.at(-1)?.end ?? 0 };
  return { kind: "pipe", stages, ...source.place(span) };
}

function lowerCommand(command: PipelineElement & { kind: "command" }, source: Source): Ir {
  return {
    kind: "command",
    name: lowerExpression(command.name, source),
    words: command.args.map((arg) => lowerWord(arg, source)),
    inCaller: command.call === "." || undefined,
    ...source.place(command),
  };
}

function lowerWord(arg: Argument, source: Source): CommandWord {
  const value = arg.value === undefined ? null : lowerExpression(arg.value, source);
  if (arg.kind === "parameter") return { name: arg.text.slice(1), value };
  if (arg.value.kind === "variable" && arg.value.isSplat) return { name: null, value, spread: true };
  const isNumber =
    arg.value.kind === "text" && arg.value.bare && value?.kind === "text" && /^(?:0|[1-9]\d{0,8})$/.test(value.text);
  return {
    name: null,
    value: isNumber ? { kind: "number", number: Number(value.text), start: value.start, end: value.end } : value,
  };
}

/** A command by its name. */
export function commandOf(name: string, words: readonly Ir[], span: Span): Ir {
  return {
    kind: "command",
    name: { kind: "text", text: name, at: null, ...span },
    words: words.map((value) => ({ name: null, value })),
    ...span,
  };
}

function lowerText({ parts, ...expression }: Expression & { kind: "text" }, source: Source): Ir {
  const span = source.place(expression);
  const [first = "", other] = parts;
  if (typeof first === "string" && other === undefined) {
    // Behind a quote, or in a here-string behind its first line.
    const offset = [0, 1, 3, 4].find((each) => source.text.startsWith(first, expression.start + each));
    const isPlain = first !== "" && offset !== undefined;
    const at = isPlain ? source.place({ start: expression.start + offset, end: expression.end }).start : null;
    return { kind: "text", text: first, at, ...span };
  }
  const texts = parts.map((part) =>
    typeof part === "string" ? part : calling("(string)", [lowerExpression(part, source)], source.place(part)),
  );
  return { kind: "template", parts: texts, ...span };
}

function lowerVariable({ name, isOutermost }: Expression & { kind: "variable" }, span: Span): Ir {
  const [, variable] = /^env:(.*)$/.exec(name) ?? [];
  if (variable !== undefined)
    return {
      kind: "item",
      object: { kind: "name", name: "env:", ...span },
      index: { kind: "text", text: variable.toUpperCase(), at: null, ...span },
      ...span,
    };
  if (name === "true" || name === "false") return { kind: "constant", constant: name === "true", ...span };
  if (name === "null") return { kind: "constant", constant: null, ...span };
  return { kind: "name", name: name === "psitem" ? "_" : name, outermost: isOutermost || undefined, ...span };
}

function lowerUnary({ operator, operand, ...expression }: Expression & { kind: "unary" }, source: Source): Ir {
  const span = source.place(expression);
  const value = lowerExpression(operand, source);
  switch (operator) {
    case "!":
    case "-not":
      return { kind: "unary", operator: "not", operand: value, ...span };
    case "-":
      return { kind: "unary", operator, operand: value, ...span };
    case ",":
      return { kind: "list", items: [value], ...span };
    case "++":
    case "--":
    case "post++":
    case "post--": {
      const result = operator.startsWith("post") ? "before" : "after";
      const one: Ir = { kind: "number", number: 1, ...span };
      return { kind: "update", target: value, operator: operator.slice(-1), value: one, result, ...span };
    }
    case "+":
      return value;
    default:
      return calling(operator.replace(/^-[ci](?=split$)/, "-"), [value], span);
  }
}

/** The operators of the engine with another name. */
const operators: ReadonlyMap<string, string> = new Map(
  Object.entries({ "-band": "&", "-bor": "|", "-bxor": "^", "-shl": "<<", "-": "-", "*": "*", "/": "/", "%": "%" }),
);

/** An operator of two values. */
export function operation(operator: string, left: Ir, right: Ir, span: Span): Ir {
  if (operator === "-as") return left;
  if (/^-(?:and|or)$|^\?\?$/.test(operator))
    return { kind: "either", condition: null, choices: [left, right], ...span };
  const known = operators.get(operator);
  if (known !== undefined) return { kind: "binary", operator: known, left, right, ...span };
  const name = operator.replace(/^-[ci](?=replace$|split$)/, "-");
  if (/^(?:\+|\.\.|\(param\)|-(?:f|join|split|replace))$/.test(name)) return calling(name, [left, right], span);
  return { kind: "binary", operator: "==", left, right, ...span };
}

/** A call of a function of the language itself. */
function calling(name: string, values: readonly Ir[], span: Span): Ir {
  const passed = values.map((value) => ({ name: null, value }));
  return { kind: "call", callee: { kind: "name", name, ...span }, arguments: passed, ...span };
}
