import { closestName } from "@helve/core/internal";
import type { DomainEnforcement, Enforcement, InvokeAction, UserInspection } from "@helve/core/program";
import { phrases } from "../syntax/dialect.ts";
import { enforcementNames } from "../syntax/expectation.ts";
import { closesLine } from "./comment-text.ts";
import { group, type Layout, noOneLine, row, words } from "./layout.ts";
import { isName, isWord } from "./names.ts";
import { below, lineOf, type Sheet } from "./sheet.ts";
import { spread, templateText, writeValue } from "./write-value.ts";

/** An enforcement as the canonical form writes it. */
export function writeEnforcement(node: Enforcement, sheet: Sheet): Layout {
  switch (node.type) {
    case "user_inspection":
      return writeInspection(node, sheet);
    case "invoke_action":
      return writeInvocation(node, sheet);
    case "warn":
    case "log":
      return words(node.message === undefined ? node.type : `${node.type}(${templateText(node.message)})`);
    case "domain":
      return writeDomain(node, sheet);
    default:
      return words(node.type);
  }
}

function writeInspection(node: UserInspection, sheet: Sheet): Layout {
  const said = [...(node.message === undefined ? [] : [templateText(node.message)]), ...node.fixes];
  const parts = said.map((one, index) => words(index < said.length - 1 ? `${one},` : one));
  const comments = below(node, sheet).map(({ text }) => row(lineOf(text), closesLine(text) ? noOneLine : ""));
  if (parts.length + comments.length === 0) return words("user_inspection");
  return group("user_inspection(", spread([...parts, ...comments]), ")");
}

/** The invocation of a tool, by an enforcement or for a binding. */
export function writeInvocation({ tool, args }: InvokeAction, sheet: Sheet): Layout {
  return row(`invoke_action(${toolText(tool)}, `, writeValue(args, sheet), ")");
}

function toolText(tool: string): string {
  const dot = tool.indexOf(".");
  const [first, member] = dot < 0 ? [tool, undefined] : [tool.slice(0, dot), tool.slice(dot + 1)];
  return isName(first) && (member === undefined || isWord(member)) ? tool : JSON.stringify(tool);
}

/** A call where it is told from a misspelt enforcement, or else an assignment. */
function writeDomain({ name, arguments: values, range }: DomainEnforcement, sheet: Sheet): Layout {
  const given = values.map(({ value }) => JSON.stringify(value));
  const areNumbers = values.every(({ value }) => typeof value === "number");
  const isNamespaced = name.includes(":");
  const isCall = isNamespaced ? values.length > 1 : areNumbers && isPlain(name);
  if (isCall) return words(`${name}(${given.join(", ")})`);
  if (values.length > 1) {
    const expected = "one argument, or only numbers after a name that is like no enforcement";
    const message = `${name} with ${values.length} arguments can't be written: expected ${expected}`;
    sheet.issues.push({ code: "invalid_enforcement", message, range, expected });
  }
  return words(`${name} = ${given[0] ?? ""}`);
}

/** Whether a name is like none of an enforcement, nor a word that some have for one. */
function isPlain(name: string): boolean {
  const isPhrase = phrases.some(({ words: [first, ...others] }) => first === name && others.length === 0);
  return closestName(name, enforcementNames) === undefined && !isPhrase;
}
