import type { Enforcement, Expression, InvokeAction, Program, Rule, Template, Value } from "@helve/agentspec";

// Trees in a line each, so that a table of cases can be read. Not a syntax of the language.

/** A rule as `name: event tools [bindings] ? check => enforcements`. */
export function short(rule: Rule): string {
  const tools = rule.trigger.patterns.map(({ toolkit, tool }) => `${toolkit}.${tool}`).join(", ");
  const notes = [rule.severity, rule.priority].filter((note) => note !== undefined).map((note) => ` ${note}`);
  const bindings = (rule.bindings ?? []).map(({ name, value }) => ` [${name} = ${given(value)}]`);
  const check = rule.check.operands.map(expression).join("; ");
  const enforce = rule.enforce.map(enforcement).join("; ");
  return `${rule.name}${notes.join("")}: ${rule.trigger.event} ${tools}${bindings.join("")} ? ${check} => ${enforce}`;
}

/** The rules of a program, and its header before them. */
export function shortProgram({ header, rules }: Program): readonly string[] {
  if (header === undefined) return rules.map(short);
  const { default: first = "-", onUnknown = "-", onError = "-" } = header;
  return [`${first} ${onUnknown} ${onError}`, ...rules.map(short)];
}

function expression(node: Expression): string {
  switch (node.type) {
    case "and":
    case "or":
      return `${node.type}(${node.operands.map(expression).join(", ")})`;
    case "not":
      return `not(${expression(node.operand)})`;
    case "comparison":
      return `${given(node.left)} ${node.operator} ${given(node.right)}`;
    case "predicate":
      return `${node.name}(${node.arguments.map(given).join(", ")})`;
    case "literal":
      return String(node.value);
    default:
      return JSON.stringify(node);
  }
}

function given(node: Value | InvokeAction): string {
  switch (node.type) {
    case "literal":
      return JSON.stringify(node.value);
    case "list":
      return `[${node.items.map(given).join(", ")}]`;
    case "object":
      return `{${node.entries.map(({ key, value }) => `${key}: ${given(value)}`).join(", ")}}`;
    case "reference":
      return `<${[node.root, ...node.path].join(" ")}>`;
    case "invoke_action":
      return `invoke ${node.tool} ${given(node.args)}`;
    default:
      return JSON.stringify(node);
  }
}

function enforcement(node: Enforcement): string {
  switch (node.type) {
    case "user_inspection":
      return ["ask", ...said(node.message), ...node.fixes].join(" ");
    case "warn":
    case "log":
      return [node.type, ...said(node.message)].join(" ");
    case "invoke_action":
      return given(node);
    case "domain":
      return `${node.name}(${node.arguments.map(given).join(", ")})`;
    default:
      return node.type;
  }
}

function said(message: Template | undefined): readonly string[] {
  const parts = message?.parts.map((part) => (part.type === "text" ? part.text : given(part)));
  return parts === undefined ? [] : [`"${parts.join("")}"`];
}
