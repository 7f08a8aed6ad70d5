import {
  type Binding,
  explainRule,
  type ProgramNode,
  type ProgramNodeOf,
  type Reference,
  type Rule,
} from "@helve/agentspec";
import {
  findStepArgument,
  indexSharedBindings,
  referenceText,
  ruleContext,
  schemasAtPath,
  type ToolIndex,
  tokens as t,
  valueText,
} from "@helve/agentspec/internal";
import type { TextRange } from "@helve/core";
import { type IToken, tokenMatcher } from "chevrotain";
import { clampOffset, isInComment, nodesAt, tokenAt, tokensIn } from "./at-offset.ts";
import { headerDocumentation, wordDocumentation } from "./keyword-documentation.ts";
import { catalogueIndex, lexedText, type OpenProgram, programReading, tokenRange, tokenSpan } from "./open-program.ts";
import { resolveValueOfAnyTool } from "./resolve-value.ts";
import { argumentsSchema, predicateSignature, schemaDescriptions, schemaTypes, toolSignature } from "./signatures.ts";
import { symbolAt } from "./symbol-at.ts";

/**
 * Describes the word at an offset: explains the rule for a rule's name; shows the signature of a tool or a predicate, the type of an argument
 * or of a member of it, the value of a `let`, or the documentation of a keyword. In a rule that doesn't parse, only keywords are described.
 *
 * @param offset - in UTF-16 units
 *
 * @example
 * hoverAt(openProgram("rule @a trigger any check enforce stop end"), 34)?.contents; // "The action does not run."
 */
export function hoverAt(program: OpenProgram, offset: number): Hover | undefined {
  const at = clampOffset(program, offset);
  const token = isInComment(program, at) ? undefined : tokenAt(program, at);
  if (token === undefined) return undefined;
  const nodes = nodesAt(program, at);
  const last = nodes.at(-1);
  if (nodes.some(({ type }) => type === "test")) return hoverInTest(token, program);
  const node = last?.type === "reference" ? referenceUpTo(token, last, program) : last;
  const contents = node === undefined ? keywordDocumentation(token) : hoverContents(node, nodes, token, program);
  const range = node?.type === "reference" ? node.range : tokenRange(token, lexedText(program));
  return contents === undefined ? undefined : { contents, range };
}

/** Explains the rule that a test names; nothing else in a test has an explanation. */
function hoverInTest(token: IToken, program: OpenProgram): Hover | undefined {
  const symbol = symbolAt(program, token.startOffset);
  const { partialProgram } = programReading(program);
  const rule = partialProgram.rules.find(({ name }) => symbol?.kind === "rule" && name === symbol.name);
  return rule && { contents: ruleContents(rule, program), range: tokenRange(token, lexedText(program)) };
}

/** Explains a rule, with the phrases of the predicates that the host has. */
function ruleContents(rule: Rule, program: OpenProgram): string {
  const { partialProgram } = programReading(program);
  const { predicates } = catalogueIndex(program);
  return explainRule(rule, { program: partialProgram, predicates: predicates?.values() });
}

/** Information about a place in the text (LSP `Hover`). */
export interface Hover {
  /** In Markdown. */
  readonly contents: string;
  /** The range of the described word or reference. */
  readonly range: TextRange;
}

/** Describes the innermost syntax node at the offset, in Markdown; undefined if there is nothing to say about it. */
function hoverContents(
  node: ProgramNode,
  nodes: readonly ProgramNode[],
  token: IToken,
  program: OpenProgram,
): string | undefined {
  const { tools, predicates, enforcements } = catalogueIndex(program);
  const isFirst = token.startOffset === node.range.start.offset;
  switch (node.type) {
    case "rule":
      return isRuleName(token, node) ? ruleContents(node, program) : keywordDocumentation(token);
    case "trigger":
      return token.tokenType === t.TriggerEvent ? eventDocumentation(node) : undefined;
    case "tool_pattern":
      // The pattern of an event without tools has the range of the event.
      if (isEventAlone(node, token)) return eventDocumentation(nodes.at(-2));
      return token.image === "any" ? keywordDocumentation(token) : toolPatternContents(node, token, tools);
    case "predicate": {
      const predicate = predicates?.get(node.name);
      return predicate && signatureContents(predicateSignature(predicate), predicate.description);
    }
    case "domain": {
      const enforcement = enforcements?.get(node.name);
      return enforcement && signatureContents(node.name, enforcement.description);
    }
    case "reference":
      return referenceContents(node, nodes, program);
    case "binding":
      return isFirst ? wordDocumentation("let") : token.image === node.name ? bindingContents(node) : undefined;
    case "entry":
      return isFirst ? objectKeyContents(nodes, tools) : undefined;
    case "invoke_action": {
      const tool = isFirst ? undefined : tools?.find(node.tool);
      if (tool !== undefined) return signatureContents(toolSignature(tool), tool.description);
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
      return isEnforcementName(token, node, program) ? wordDocumentation(node.type) : undefined;
    case "header":
      return headerDocumentation(token.image);
    case "once":
    case "count":
    case "sum":
    case "last":
    case "every":
    case "some":
    case "step_query":
    case "step_window":
    case "provenance":
    case "named_source":
      return wordDocumentation(token.image);
    case "comparison":
      return token.image === "ignoring" || token.image === "case"
        ? wordDocumentation(token.image)
        : keywordDocumentation(token);
    case "duration":
    case "literal":
    case "list":
    case "object":
    case "template":
    case "text":
      return undefined;
    default:
      return keywordDocumentation(token);
  }
}

/** The documentation of a keyword; undefined for a name. */
function keywordDocumentation(token: IToken): string | undefined {
  return token.tokenType === t.Name && token.image !== "any" ? undefined : wordDocumentation(token.image);
}

/** Whether a token is the event of a trigger that names no tools: `trigger agent_finish`. */
function isEventAlone({ toolkit, tool }: ProgramNodeOf<"tool_pattern">, { tokenType }: IToken): boolean {
  return toolkit === "any" && tool === "any" && tokenType === t.TriggerEvent;
}

/** The documentation of a trigger's event, such as `after_action`. */
function eventDocumentation(trigger: ProgramNode | undefined): string | undefined {
  return trigger?.type === "trigger" ? wordDocumentation(trigger.event) : undefined;
}

/** Whether a token belongs to the name of an enforcement, which can have several words. */
function isEnforcementName(token: IToken, { range }: ProgramNode, program: OpenProgram): boolean {
  const tokensUpTo = tokensIn(program, { start: range.start.offset, end: tokenSpan(token).end });
  return tokensUpTo.every((word) => tokenMatcher(word, t.Word));
}

function isRuleName(token: IToken, { name, trigger }: Rule): boolean {
  return token.image === name && token.startOffset < trigger.range.start.offset;
}

/** Shows the signatures of the tools that a pattern matches; at its toolkit, those of all tools of the toolkit. At most 10. */
function toolPatternContents(
  { toolkit, tool, range }: ProgramNodeOf<"tool_pattern">,
  token: IToken,
  tools: ToolIndex | undefined,
): string | undefined {
  const end = range.end.offset - (tool.endsWith("*") ? 1 : 0);
  const isWhole = token.startOffset + token.image.length === end;
  if (!isWhole || tool === "any") {
    const members = [...(tools?.byToolkit.get(toolkit)?.values() ?? [])];
    return members.length === 0
      ? undefined
      : members
          .slice(0, maxTools)
          .map((member) => codeBlock(toolSignature(member)))
          .join("\n\n");
  }
  const matching = tools?.matching({ patterns: [{ type: "tool_pattern", toolkit, tool, range }] }) ?? [];
  const signatures = matching.map((match) => signatureContents(toolSignature(match), match.description));
  return signatures.length === 0 ? undefined : signatures.slice(0, maxTools).join("\n\n");
}

/** The maximum number of tools that are listed. */
const maxTools = 10;

/** Shortens a reference to end with a token: `args.to.name` at `to` becomes `args.to`. In a message, returns the whole reference. */
function referenceUpTo(token: IToken, node: Reference, program: OpenProgram): Reference {
  const { start, end } = node.range;
  const tokens = tokensIn(program, { start: start.offset, end: end.offset });
  const index = tokens.indexOf(token);
  const isStep = (candidate: IToken): boolean =>
    [t.Word, t.StringLiteral, t.NumberLiteral].some((type) => tokenMatcher(candidate, type));
  const rest = tokens.slice(index + 1).filter(isStep).length;
  if (index < 0 || rest === 0) return node;
  const next = tokens[index + 1];
  const last = next?.tokenType === t.RightBracket ? next : token;
  const range = lexedText(program).source.range(start.offset, tokenSpan(last).end);
  return { ...node, path: node.path.slice(0, -rest), range };
}

/** Shows the type of the argument that a reference refers to, the value of a `let`, or the documentation of a root such as `args`. */
function referenceContents(node: Reference, nodes: readonly ProgramNode[], program: OpenProgram): string | undefined {
  const [rule] = nodes;
  const { root, path } = node;
  if (root !== "let" && path.length === 0) return wordDocumentation(root);
  const { partialProgram } = programReading(program);
  const bindings = [...(rule?.type === "rule" ? (rule.bindings ?? []) : []), ...(partialProgram.bindings ?? [])];
  if (root === "let" && path.length === 1) {
    const binding = bindings.find(({ name }) => name === path[0]);
    return binding && bindingContents(binding);
  }
  if (rule?.type !== "rule") return undefined;
  const query = nodes.findLast((around) => around.type === "sum" || around.type === "step_query");
  const context = ruleContext(rule, catalogueIndex(program), program.text, indexSharedBindings(partialProgram));
  const target =
    root === "step"
      ? findStepArgument(context, query?.type === "sum" ? query.steps : query, path)
      : resolveValueOfAnyTool(node, context);
  if (target.kind !== "known") return undefined;
  return signatureContents(
    `${referenceText(node)}: ${schemaTypes(target.schemas)}`,
    schemaDescriptions(target.schemas),
  );
}

/** Shows a `let` with its value: `let limit = 1000`. */
function bindingContents({ name, value }: Binding): string {
  const text =
    value.type === "invoke_action" ? `invoke_action(${value.tool}, ${valueText(value.args)})` : valueText(value);
  return codeBlock(`let ${name} = ${text}`);
}

/** Describes an object key in the arguments of an invoked tool. */
function objectKeyContents(nodes: readonly ProgramNode[], tools: ToolIndex | undefined): string | undefined {
  const path: (string | number)[] = [];
  for (const node of nodes.toReversed()) {
    if (node.type === "entry") path.unshift(node.key);
    else if (node.type === "list") path.unshift(0);
    else if (node.type === "invoke_action") {
      const tool = tools?.find(node.tool);
      const part = tool && schemasAtPath([argumentsSchema(tool)], path);
      if (part?.kind !== "known") return undefined;
      return signatureContents(`${path.join(".")}: ${schemaTypes(part.schemas)}`, schemaDescriptions(part.schemas));
    } else if (node.type !== "object") return undefined;
  }
  return undefined;
}

/** A signature as a code block, and the description under it. */
function signatureContents(signature: string, description: string | undefined): string {
  return description === undefined || description === ""
    ? codeBlock(signature)
    : `${codeBlock(signature)}\n\n${description}`;
}

/** A Markdown code block that contains a text on one line. */
function codeBlock(text: string): string {
  return `\`\`\`agentspec\n${text.replace(/\s+/g, " ").replaceAll("```", "'''")}\n\`\`\``;
}
