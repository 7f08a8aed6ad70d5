/** Reports tools and toolkits in rules that the host does not have. */
import { quote } from "@helve/core/internal";
import type { InvokeAction, Source, ToolPattern } from "@helve/core/program";
import {
  type CatalogueIndex,
  hasPrefix,
  isOfUnlistedToolkit,
  mayBeUnlisted,
  type ToolIndex,
} from "./catalogue-index.ts";
import { invokedToolFix, suggestionHint, triggerToolFix } from "./quick-fixes.ts";
import type { ProgramDiagnostic, ReportIssue, RuleDiagnostic } from "./rule-context.ts";

/** Reports toolkits and tools that the host does not have: in triggers, questions about earlier steps, sources and `invoke_action`. */
export const unknownTool: RuleDiagnostic = (context, report) => {
  const { rule, catalogue, invocations, queries, provenances, text } = context;
  const { tools } = catalogue;
  if (tools === undefined) return;
  const { event, patterns } = rule.trigger;
  // The other events are not about one tool.
  const triggered = event === "before_action" || event === "after_action" ? patterns : [];
  const asked = queries.flatMap((query) => [...query.patterns, ...(query.since ?? [])]);
  const sources = toolSources(provenances.flatMap((provenance) => provenance.sources));
  for (const pattern of triggered) checkPattern(pattern, tools, catalogue, report);
  const reportAsked = withoutQuotedFixes(report);
  for (const pattern of [...asked, ...sources]) checkPattern(pattern, tools, catalogue, reportAsked);
  for (const invocation of invocations) checkInvocation(invocation, text, catalogue, report);
};

/** Reports toolkits and tools that the host does not have, in `trust` and `untrusted`. */
export const unknownSource: ProgramDiagnostic = ({ header }, report, catalogue) => {
  const { tools } = catalogue;
  if (tools === undefined || header === undefined) return;
  const sources = toolSources([...(header.trust ?? []), ...(header.untrusted ?? [])]);
  for (const pattern of sources) checkPattern(pattern, tools, catalogue, report);
};

/** Leaves out quick fixes that write a tool in quotes: `once("A b.c")` is a predicate with a text. */
function withoutQuotedFixes(report: ReportIssue): ReportIssue {
  return (node, { quickFix, ...issue }) =>
    report(node, { ...issue, quickFix: quickFix?.text.startsWith('"') === true ? undefined : quickFix });
}

function toolSources(sources: readonly Source[]): readonly ToolPattern[] {
  return sources.filter((source) => source.type === "tool_pattern");
}

/** Reports a pattern with an unknown toolkit or tool. */
function checkPattern(pattern: ToolPattern, tools: ToolIndex, catalogue: CatalogueIndex, report: ReportIssue): void {
  const { toolkit, tool } = pattern;
  const members = tools.membersOf(toolkit);
  if (mayBeUnlisted(toolkit, catalogue)) return;
  if (toolkit !== "any" && members === undefined) {
    const meant = catalogue.suggestName(toolkit, tools.byToolkit, tools.byToolkit.keys());
    // Without the tool in it, another toolkit would be no better.
    const isThere = tool === "any" || tools.byToolkit.get(meant ?? "")?.has(tool);
    const fix = meant === undefined || !isThere ? undefined : triggerToolFix(pattern, meant, tool);
    const message = `there is no toolkit ${quote(toolkit)}${suggestionHint(meant)}`;
    const expected = meant ?? "a toolkit of the host";
    const issue = { code: "unknown_toolkit", severity: "error", message, expected } as const;
    report(pattern, { ...issue, quickFix: fix });
    return;
  }
  const candidates = toolkit === "any" ? tools.byMember : (members ?? new Map<string, unknown>());
  if (tool === "any" || candidates.has(tool)) return;
  if (tool.endsWith("*")) {
    if ([...candidates.keys()].some((name) => hasPrefix(name, tool))) return;
    const of = toolkit === "any" ? "" : ` in ${quote(toolkit)}`;
    const message = `there is no tool${of} whose name begins with ${quote(tool.slice(0, -1))}`;
    report(pattern, { code: "unknown_tool", severity: "error", message, expected: "the beginning of a tool's name" });
    return;
  }
  const near = catalogue.suggestName(tool, candidates, candidates.keys());
  const [meantToolkit, meantTool] = near === undefined ? findInOtherToolkit(pattern, tools) : [toolkit, near];
  const meant = meantTool && (meantToolkit === "any" ? meantTool : `${meantToolkit}.${meantTool}`);
  const fix =
    meantToolkit === undefined || meantTool === undefined
      ? undefined
      : triggerToolFix(pattern, meantToolkit, meantTool);
  const where = toolkit === "any" ? "" : ` in ${quote(toolkit)}`;
  report(pattern, {
    code: "unknown_tool",
    severity: "error",
    message: `there is no tool ${quote(tool)}${where}${suggestionHint(meant)}`,
    expected: meant ?? "a tool of the host",
    quickFix: fix,
  });
}

/** Finds the intended tool if a toolkit was named without a tool, or if exactly one other toolkit has a tool of this name. */
function findInOtherToolkit(
  { toolkit, tool }: ToolPattern,
  tools: ToolIndex,
): readonly [toolkit?: string, tool?: string] {
  if (toolkit === "any") return tools.byToolkit.has(tool) ? [tool, "any"] : [];
  const [only, ...others] = (tools.byMember.get(tool) ?? []).filter(({ name }) => name.includes("."));
  if (only === undefined || others.length > 0) return [];
  return [only.name.slice(0, only.name.indexOf(".")), tool];
}

/** Reports an unknown or ambiguous tool in an `invoke_action`. */
function checkInvocation(
  node: InvokeAction,
  text: string | undefined,
  catalogue: CatalogueIndex,
  report: ReportIssue,
): void {
  const { tools } = catalogue;
  if (tools === undefined || tools.find(node.tool) !== undefined || isOfUnlistedToolkit(node.tool, catalogue)) return;
  const [only, ...others] = tools.byMember.get(node.tool) ?? [];
  const meant = catalogue.suggestName(node.tool, tools.byName, tools.byName.keys());
  const fix = meant === undefined ? undefined : invokedToolFix(node, meant, text);
  const message =
    only === undefined
      ? `there is no tool ${quote(node.tool)}${suggestionHint(meant)}`
      : `${quote(node.tool)} is a tool of several toolkits: write one of ${[only, ...others.slice(0, 4)].map(({ name }) => name).join(", ")}`;
  report(node, {
    code: "unknown_tool",
    severity: "error",
    message,
    expected: meant ?? "a tool of the host",
    quickFix: fix,
  });
}
