import { closestName } from "@helve/core/internal";
import type { DomainEnforcement, Enforcement, InvokeAction, UserInspection } from "@helve/core/program";
import { enforcementPhrases } from "../syntax/normalize-dialect.ts";
import { enforcementNames } from "../syntax/vocabulary.ts";
import { endsLine } from "./comment-text.ts";
import { isName, isWord } from "./names.ts";
import { breakParent, concat, type Doc, group, text } from "./pretty-printer.ts";
import { commentDoc, commentsInside } from "./write-comments.ts";
import type { WriteContext } from "./write-context.ts";
import { indentedItems, templateText, writeValue } from "./write-value.ts";

/** Writes an enforcement, such as `stop` or `user_inspection("Send it?")`, in the canonical form. */
export function writeEnforcement(node: Enforcement, context: WriteContext): Doc {
  switch (node.type) {
    case "user_inspection":
      return writeInspection(node, context);
    case "invoke_action":
      return writeInvocation(node, context);
    case "stop":
    case "warn":
    case "log":
      return text(node.message === undefined ? node.type : `${node.type}(${templateText(node.message)})`);
    case "domain":
      return writeDomain(node, context);
    default:
      return text(node.type);
  }
}

/** Writes `user_inspection` with its message and the names of its fixes. */
function writeInspection(node: UserInspection, context: WriteContext): Doc {
  const items = [...(node.message === undefined ? [] : [templateText(node.message)]), ...node.fixes];
  const parts = items.map((item, index) => text(index < items.length - 1 ? `${item},` : item));
  const comments = commentsInside(node, context).map(({ text }) =>
    concat(commentDoc(text), endsLine(text) ? breakParent : ""),
  );
  if (parts.length + comments.length === 0) return text("user_inspection");
  return group("user_inspection(", indentedItems([...parts, ...comments]), ")");
}

/** Writes `invoke_action(…)` of an enforcement or a binding. */
export function writeInvocation({ tool, args }: InvokeAction, context: WriteContext): Doc {
  return concat(`invoke_action(${invokedToolText(tool)}, `, writeValue(args, context), ")");
}

/** The name of an invoked tool; in quotes if it is not one or two words: `Gmail.SendEmail`, `"Turn On"`. */
function invokedToolText(tool: string): string {
  const dot = tool.indexOf(".");
  const [toolkit, member] = dot < 0 ? [tool, undefined] : [tool.slice(0, dot), tool.slice(dot + 1)];
  return isName(toolkit) && (member === undefined || isWord(member)) ? tool : JSON.stringify(tool);
}

/** Writes a domain enforcement as a call, or as an assignment if the parser would report the call as a misspelt enforcement. */
function writeDomain({ name, arguments: values, range }: DomainEnforcement, context: WriteContext): Doc {
  const literals = values.map(({ value }) => JSON.stringify(value));
  const areNumbers = values.every(({ value }) => typeof value === "number");
  const isNamespaced = name.includes(":");
  const isCall = isNamespaced ? values.length > 1 : areNumbers && isUnambiguousName(name);
  if (isCall) return text(`${name}(${literals.join(", ")})`);
  if (values.length > 1) {
    const expected = "one argument, or only numbers after a name that is not similar to an enforcement";
    const message = `${name} with ${values.length} arguments can't be written: expected ${expected}`;
    context.issues.push({ code: "invalid_enforcement", message, range, expected });
  }
  return text(`${name} = ${literals[0] ?? ""}`);
}

/** Whether a name is neither similar to an enforcement of the language nor another spelling of one. */
function isUnambiguousName(name: string): boolean {
  const isPhrase = enforcementPhrases.some(({ words }) => words.length === 1 && words[0] === name);
  return closestName(name, enforcementNames) === undefined && !isPhrase;
}
