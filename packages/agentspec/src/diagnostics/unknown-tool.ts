import { quote } from "@helve/core/internal";

import type { InvokeAction, ToolPattern } from "../syntax/index.ts";
import { hint } from "./hint.ts";
import type { Known, KnownTools } from "./known.ts";
import type { Report, RuleDiagnostic } from "./look.ts";
import { reinvoked, repointed } from "./rewrite.ts";

/** Toolkits and tools that the host does not have, in triggers and in what is invoked. */
export const unknownTool: RuleDiagnostic = ({ rule, known, invocations, text }, report) => {
  const { tools } = known;
  if (tools === undefined) return;
  const { event, patterns } = rule.trigger;
  // The other events are not about one tool.
  if (event === "before_action" || event === "after_action") {
    for (const pattern of patterns) ofPattern(pattern, tools, known, report);
  }
  for (const invocation of invocations) ofInvocation(invocation, text, tools, known, report);
};

function ofPattern(pattern: ToolPattern, tools: KnownTools, known: Known, report: Report): void {
  const { toolkit, tool } = pattern;
  const members = tools.byToolkit.get(toolkit);
  if (toolkit !== "any" && members === undefined) {
    const meant = known.suggest(toolkit, tools.byToolkit, tools.byToolkit.keys());
    // Without the tool in it, another toolkit would be no better.
    const isThere = tool === "any" || tools.byToolkit.get(meant ?? "")?.has(tool);
    const fix = meant === undefined || !isThere ? undefined : repointed(pattern, meant, tool);
    const message = `there is no toolkit ${quote(toolkit)}${hint(meant)}`;
    const expected = meant ?? "a toolkit of the host";
    const issue = { code: "unknown_toolkit", severity: "error", message, expected } as const;
    report(pattern, { ...issue, ...(fix !== undefined && { quickFix: fix }) });
    return;
  }
  const candidates = toolkit === "any" ? tools.byMember : (members ?? new Map<string, unknown>());
  if (tool === "any" || candidates.has(tool)) return;
  const near = known.suggest(tool, candidates, candidates.keys());
  const [meantToolkit, meantTool] = near === undefined ? elsewhere(pattern, tools) : [toolkit, near];
  const meant = meantTool && (meantToolkit === "any" ? meantTool : `${meantToolkit}.${meantTool}`);
  const fix =
    meantToolkit === undefined || meantTool === undefined ? undefined : repointed(pattern, meantToolkit, meantTool);
  const where = toolkit === "any" ? "" : ` in ${quote(toolkit)}`;
  report(pattern, {
    code: "unknown_tool",
    severity: "error",
    message: `there is no tool ${quote(tool)}${where}${hint(meant)}`,
    expected: meant ?? "a tool of the host",
    ...(fix !== undefined && { quickFix: fix }),
  });
}

/** A toolkit alone, where a tool was expected; a tool that stands in one other toolkit only. */
function elsewhere({ toolkit, tool }: ToolPattern, tools: KnownTools): readonly [toolkit?: string, tool?: string] {
  if (toolkit === "any") return tools.byToolkit.has(tool) ? [tool, "any"] : [];
  const [only, ...others] = (tools.byMember.get(tool) ?? []).filter(({ name }) => name.includes("."));
  if (only === undefined || others.length > 0) return [];
  return [only.name.slice(0, only.name.indexOf(".")), tool];
}

function ofInvocation(
  node: InvokeAction,
  text: string | undefined,
  tools: KnownTools,
  known: Known,
  report: Report,
): void {
  if (tools.named(node.tool) !== undefined) return;
  const [only, ...others] = tools.byMember.get(node.tool) ?? [];
  const meant = known.suggest(node.tool, tools.byName, tools.byName.keys());
  const fix = meant === undefined ? undefined : reinvoked(node, meant, text);
  const message =
    only === undefined
      ? `there is no tool ${quote(node.tool)}${hint(meant)}`
      : `${quote(node.tool)} is a tool of several toolkits: write one of ${[only, ...others.slice(0, 4)].map(({ name }) => name).join(", ")}`;
  report(node, {
    code: "unknown_tool",
    severity: "error",
    message,
    expected: meant ?? "a tool of the host",
    ...(fix !== undefined && { quickFix: fix }),
  });
}
