/** Compiles provenance conditions of rules: `args.to from Web.any`. */
import { askUserName } from "@helve/core/internal";
import type { Header, Provenance, Source, ToolPattern } from "@helve/core/program";
import { formatExpression } from "../describe.ts";
import type { ProvenanceQuestion, ResultTrust, SourceSelector, TrustedGroup } from "../provenance.ts";
import { type PlannedValue, planValue, type ValueScope } from "./plan-value.ts";
import { matchesTool, toolMatcher } from "./tool-matcher.ts";

/** A compiled provenance condition: `args.to from Web.any`. */
export interface PlannedProvenance {
  readonly type: "provenance";
  /** As the rule writes it. */
  readonly text: string;
  readonly value: PlannedValue;
  readonly question: ProvenanceQuestion;
}

/** Whether a rule may trust the prompt or the results of a tool, and whether the user wrote them; `undefined` if nothing says it. */
export type Trust = NonNullable<ProvenanceQuestion["trust"]>;

/** Compiles a question about where a value comes from. */
export function planProvenance(expression: Provenance, scope: ValueScope, trust: Trust): PlannedProvenance {
  const { value, only, sources } = expression;
  return {
    type: "provenance",
    text: formatExpression(expression),
    value: planValue(value, scope),
    question: { sources: sources.map(selectorOf), only, trust },
  };
}

/** Converts a source in a rule to a selector of sources. */
function selectorOf(source: Source): SourceSelector {
  return source.type === "named_source" ? { type: source.name } : { type: "tools", matches: toolMatcher([source]) };
}

/**
 * Returns the trusted sources: by the header, or else by the host. Of two patterns of the header that match a tool, the more specific one
 * decides, and of equally specific ones `untrusted`. The prompt is trusted unless the header says otherwise, and so are the answers of
 * `ask_user`, if the host doesn't classify it.
 *
 * @param ofTool - the option `trust` of the engine
 */
export function trustOf(
  header: Header | undefined,
  ofTool: ((tool: string) => ResultTrust | undefined) | undefined,
): Trust {
  const { trust = [], untrusted = [] } = header ?? {};
  const known = new Map<string, ResultTrust | undefined>();
  const isPromptUntrusted = untrusted.some((source) => source.type === "named_source" && source.name === "prompt");
  return (group: TrustedGroup) => {
    if (group.type === "prompt") return isPromptUntrusted ? "untrusted" : "trusted";
    const { tool } = group;
    if (known.has(tool)) return known.get(tool);
    const [yes, no] = [specificity(trust, tool), specificity(untrusted, tool)];
    const ofHost = ofTool?.(tool) ?? (tool === askUserName ? "user" : undefined);
    const ofHeader = yes > no ? (ofHost === "user" ? "user" : "trusted") : "untrusted";
    const decided = yes === 0 && no === 0 ? ofHost : ofHeader;
    if (known.size === maxKnown) known.clear();
    known.set(tool, decided);
    return decided;
  };
}

const maxKnown = 10_000;

/** Returns how specific the best matching pattern is; 0 if none matches. */
function specificity(sources: readonly Source[], tool: string): number {
  const patterns = sources.filter((source): source is ToolPattern => source.type === "tool_pattern");
  const matching = patterns.filter((pattern) => matchesTool(pattern, tool));
  return Math.max(
    0,
    ...matching.map((pattern) => {
      const name = pattern.tool === "any" ? 0 : pattern.tool.endsWith("*") ? 1 : 2;
      return 1 + (pattern.toolkit === "any" ? 0 : 2) + name;
    }),
  );
}
