import type { CatalogueTool, ProgramNode, Rule } from "@helve/agentspec";
import { childNodes, type ToolIndex } from "@helve/agentspec/internal";
import type { TextPosition } from "@helve/core";
import { clampOffset } from "./at-offset.ts";
import { catalogueIndex, type OpenProgram, programReading } from "./open-program.ts";

/**
 * Returns the inlay hints of rules. Behind a trigger: how many tools it matches, unless it names one tool. Behind a predicate without arguments:
 * the argument that it inspects. Rules that don't parse, and a catalogue without tools, have no hints.
 *
 * @param start - in UTF-16 units; 0 by default
 * @param end - the end of the text by default
 *
 * @example
 * inlayHints(openProgram("rule @a trigger Gmail.any enforce stop end", { tools }))[0]?.label; // "4 tools"
 */
export function inlayHints(program: OpenProgram, start = 0, end: number = program.text.length): readonly InlayHint[] {
  const { tools } = catalogueIndex(program);
  if (tools === undefined) return [];
  const [from, to] = [clampOffset(program, start), clampOffset(program, end)];
  const { rules } = programReading(program).partialProgram;
  return rules
    .filter(({ range }) => range.start.offset <= to && range.end.offset >= from)
    .flatMap((rule) => hintsOfRule(rule, tools, program))
    .filter(({ position }) => from <= position.offset && position.offset <= to);
}

/** A text that an editor shows behind a place of the text (LSP `InlayHint`). */
export interface InlayHint {
  readonly position: TextPosition;
  readonly label: string;
  /** More of it, in plain text. */
  readonly tooltip?: string;
}

function hintsOfRule(rule: Rule, tools: ToolIndex, program: OpenProgram): readonly InlayHint[] {
  const { event, patterns, range } = rule.trigger;
  if (event !== "before_action" && event !== "after_action") return [];
  const matching = tools.matching(rule.trigger);
  if (matching === undefined) return [];
  const [only, ...others] = patterns;
  const namesOne = others.length === 0 && only !== undefined && matching.some(({ name }) => name === nameOf(only));
  const hints: InlayHint[] = [];
  if (!namesOne) {
    const label = matching.length === 1 ? (matching[0]?.name ?? "") : `${matching.length} tools`;
    hints.push({ position: range.end, label, tooltip: listed(matching.map(({ name }) => name)) });
  }
  addInspectedArguments(rule, matching, program, hints);
  return hints;
}

function nameOf({ toolkit, tool }: Rule["trigger"]["patterns"][number]): string {
  return `${toolkit}.${tool}`;
}

/** Adds a hint for each predicate that has no arguments and finds them itself. */
function addInspectedArguments(
  node: ProgramNode,
  tools: readonly CatalogueTool[],
  program: OpenProgram,
  hints: InlayHint[],
): void {
  const { predicates } = catalogueIndex(program);
  if (node.type === "predicate" && node.arguments.length === 0) {
    const predicate = predicates?.get(node.name);
    const inspected = tools.flatMap(({ name }) => {
      const argument = predicate?.argumentFor?.(name);
      return argument === undefined ? [] : [{ name, argument }];
    });
    const names = [...new Set(inspected.map(({ argument }) => argument))];
    if (names.length > 0) {
      const label =
        names.length > maxArguments ? `(${names.length} arguments)` : `(${names.map(argument).join(" | ")})`;
      const tooltip = listed(inspected.map((each) => `${each.name}: ${argument(each.argument)}`));
      hints.push({ position: node.range.end, label, tooltip });
    }
  }
  for (const child of childNodes(node)) addInspectedArguments(child.node, tools, program, hints);
}

const maxArguments = 3;
const maxListed = 20;

function argument(name: string): string {
  return `args.${name}`;
}

/** The first items, one a line. */
function listed(items: readonly string[]): string {
  const rest = items.length - maxListed;
  return [...items.slice(0, maxListed), ...(rest > 0 ? [`… and ${rest} more`] : [])].join("\n");
}
