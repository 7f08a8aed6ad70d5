import {
  type Binding,
  explainRule,
  type ProgramNode,
  type ProgramNodeOf,
  type Reference,
  type Rule,
} from "@helve/agentspec";
import {
  referenceText,
  ruleContext,
  schemasAtPath,
  type ToolIndex,
  tokens as t,
  valueText,
} from "@helve/agentspec/internal";
import type { TextRange } from "@helve/core";
import { type IToken, tokenMatcher } from "chevrotain";
import { isInComment, nodesAt, tokenAt, tokensIn, within } from "./at-offset.ts";
import { argumentsSchema, descriptionOf, predicateSignature, toolSignature, typeTextOfAll } from "./describe.ts";
import { knownIn, lexedOf, type OpenProgram, rangeOfToken, readingOf, stretchOf } from "./open-program.ts";
import { targetOf } from "./value-target.ts";
import { headerDocumentation, wordDocumentation } from "./word-documentation.ts";

/** What is to be said of a place (LSP `Hover`). */
export interface Hover {
  /** In Markdown. */
  readonly contents: string;
  /** What it is said of. */
  readonly range: TextRange;
}

/**
 * What is at an offset: of a rule's name the rule in a sentence; the signature of a tool or a predicate; the type of
 * an argument or a part of it; what a name stands for; what a word of the language says. In a rule with a mistake, only the last.
 *
 * @param offset - in UTF-16 units
 *
 * @example
 * hoverAt(openProgram("rule @a trigger any check enforce stop end"), 34)?.contents; // "The action does not run."
 */
export function hoverAt(program: OpenProgram, offset: number): Hover | undefined {
  const at = within(program, offset);
  const token = isInComment(program, at) ? undefined : tokenAt(program, at);
  if (token === undefined) return undefined;
  const nodes = nodesAt(program, at);
  const last = nodes.at(-1);
  const node = last?.type === "reference" ? partUpTo(token, last, program) : last;
  const contents = node === undefined ? documentation(token) : contentsOf(node, nodes, token, program);
  const range = node?.type === "reference" ? node.range : rangeOfToken(token, lexedOf(program));
  return contents === undefined ? undefined : { contents, range };
}

function contentsOf(
  node: ProgramNode,
  nodes: readonly ProgramNode[],
  token: IToken,
  program: OpenProgram,
): string | undefined {
  const { tools, predicates, enforcements } = knownIn(program);
  const isFirst = token.startOffset === node.range.start.offset;
  switch (node.type) {
    case "rule":
      return isNameOf(token, node)
        ? explainRule(node, { program: readingOf(program).partialProgram })
        : documentation(token);
    case "trigger":
      return token.tokenType === t.TriggerEvent ? ofEvent(node) : undefined;
    case "tool_pattern":
      // An event alone is the place of its pattern, too.
      if (isEventAlone(node, token)) return ofEvent(nodes.at(-2));
      return token.image === "any" ? documentation(token) : ofPattern(node, token, tools);
    case "predicate": {
      const predicate = predicates?.get(node.name);
      return predicate && said(predicateSignature(predicate), predicate.description);
    }
    case "domain": {
      const enforcement = enforcements?.get(node.name);
      return enforcement && said(node.name, enforcement.description);
    }
    case "reference":
      return ofReference(node, nodes, program);
    case "binding":
      return isFirst ? wordDocumentation("let") : token.image === node.name ? bindingText(node) : undefined;
    case "entry":
      return isFirst ? ofKey(nodes, tools) : undefined;
    case "invoke_action": {
      const tool = isFirst ? undefined : tools?.find(node.tool);
      if (tool !== undefined) return said(toolSignature(tool), tool.description);
      return isFirst ? wordDocumentation(node.type) : undefined;
    }
    case "user_inspection":
    case "llm_self_reflect":
    case "stop":
    case "skip":
    case "none":
    case "allow":
    case "warn":
    case "log":
      return isNameOfEnforcement(token, node, program) ? wordDocumentation(node.type) : undefined;
    case "header":
      return headerDocumentation(token.image);
    case "literal":
    case "list":
    case "object":
    case "template":
    case "text":
      return undefined;
    default:
      return documentation(token);
  }
}

/** What a word of the language says; a name says nothing. */
function documentation(token: IToken): string | undefined {
  return token.tokenType === t.Name && token.image !== "any" ? undefined : wordDocumentation(token.image);
}

function isEventAlone({ toolkit, tool }: ProgramNodeOf<"tool_pattern">, { tokenType }: IToken): boolean {
  return toolkit === "any" && tool === "any" && tokenType === t.TriggerEvent;
}

function ofEvent(trigger: ProgramNode | undefined): string | undefined {
  return trigger?.type === "trigger" ? wordDocumentation(trigger.event) : undefined;
}

/** Whether a token is of the word or the words that an enforcement begins with. */
function isNameOfEnforcement(token: IToken, { range }: ProgramNode, program: OpenProgram): boolean {
  const upToIt = tokensIn(program, { start: range.start.offset, end: stretchOf(token).end });
  return upToIt.every((one) => tokenMatcher(one, t.Word));
}

function isNameOf(token: IToken, { name, trigger }: Rule): boolean {
  return token.image === name && token.startOffset < trigger.range.start.offset;
}

function ofPattern(
  { toolkit, tool, range }: ProgramNodeOf<"tool_pattern">,
  token: IToken,
  tools: ToolIndex | undefined,
): string | undefined {
  const isWhole = token.startOffset + token.image.length === range.end.offset;
  if (!isWhole || tool === "any") {
    const members = [...(tools?.byToolkit.get(toolkit)?.values() ?? [])];
    return members.length === 0
      ? undefined
      : members
          .slice(0, most)
          .map((one) => code(toolSignature(one)))
          .join("\n\n");
  }
  const found = toolkit === "any" ? tools?.byMember.get(tool) : [tools?.byToolkit.get(toolkit)?.get(tool)];
  const signatures = (found ?? []).flatMap((one) =>
    one === undefined ? [] : [said(toolSignature(one), one.description)],
  );
  return signatures.length === 0 ? undefined : signatures.slice(0, most).join("\n\n");
}

/** How many tools are shown at once. */
const most = 10;

/** The part of a reference that ends with a token: of `args.to.name` at `to`, `args.to`. In a message, the whole. */
function partUpTo(token: IToken, node: Reference, program: OpenProgram): Reference {
  const { start, end } = node.range;
  const tokens = tokensIn(program, { start: start.offset, end: end.offset });
  const index = tokens.indexOf(token);
  const isStep = (one: IToken): boolean =>
    [t.Word, t.StringLiteral, t.NumberLiteral].some((type) => tokenMatcher(one, type));
  const rest = tokens.slice(index + 1).filter(isStep).length;
  if (index < 0 || rest === 0) return node;
  const next = tokens[index + 1];
  const last = next?.tokenType === t.RightBracket ? next : token;
  const range = lexedOf(program).source.range(start.offset, stretchOf(last).end);
  return { ...node, path: node.path.slice(0, -rest), range };
}

function ofReference(node: Reference, nodes: readonly ProgramNode[], program: OpenProgram): string | undefined {
  const [rule] = nodes;
  if (rule?.type !== "rule") return undefined;
  const { root, path } = node;
  if (root === "let" && path.length === 1) {
    const binding = rule.bindings?.find(({ name }) => name === path[0]);
    return binding && bindingText(binding);
  }
  const target = targetOf(node, ruleContext(rule, knownIn(program), program.text));
  if (root !== "let" && path.length === 0) return wordDocumentation(root);
  if (target.kind !== "known") return undefined;
  return said(`${referenceText(node)}: ${typeTextOfAll(target.schemas)}`, descriptionOf(target.schemas));
}

function bindingText({ name, value }: Binding): string {
  const text =
    value.type === "invoke_action" ? `invoke_action(${value.tool}, ${valueText(value.args)})` : valueText(value);
  return code(`let ${name} = ${text}`);
}

/** A key of what an invoked tool is given. */
function ofKey(nodes: readonly ProgramNode[], tools: ToolIndex | undefined): string | undefined {
  const path: (string | number)[] = [];
  for (const node of nodes.toReversed()) {
    if (node.type === "entry") path.unshift(node.key);
    else if (node.type === "list") path.unshift(0);
    else if (node.type === "invoke_action") {
      const tool = tools?.find(node.tool);
      const part = tool && schemasAtPath([argumentsSchema(tool)], path);
      if (part?.kind !== "known") return undefined;
      return said(`${path.join(".")}: ${typeTextOfAll(part.schemas)}`, descriptionOf(part.schemas));
    } else if (node.type !== "object") return undefined;
  }
  return undefined;
}

function said(signature: string, description: string | undefined): string {
  return description === undefined || description === "" ? code(signature) : `${code(signature)}\n\n${description}`;
}

/** A line of code in Markdown. */
function code(text: string): string {
  return `\`\`\`agentspec\n${text.replace(/\s+/g, " ").replaceAll("```", "'''")}\n\`\`\``;
}
