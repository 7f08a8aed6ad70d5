import type { PredicateCall, ToolPattern } from "@helve/core/program";
import type { CataloguePredicate, CatalogueTool } from "./catalogue.ts";
import { replaceFix } from "./quick-fixes.ts";
import type { RuleContext, RuleDiagnostic } from "./rule-context.ts";
import { keysOf } from "./schema-lookup.ts";

/**
 * Reports predicates that are called without arguments in a rule for a tool for which they have no default argument, so that
 * they are always false.
 */
export const predicateWithoutArgument: RuleDiagnostic = (context, report) => {
  const { event, patterns } = context.rule.trigger;
  // The other events are not about the arguments of one tool.
  if (event !== "before_action" && event !== "after_action") return;
  for (const call of context.predicates) {
    const predicate = context.catalogue.predicates?.get(call.name);
    if (predicate?.argumentFor === undefined || call.arguments.length > 0) continue;
    const unseen = patterns.find((pattern) => hasNoDefaultArgument(pattern, predicate, context));
    if (unseen === undefined) continue;
    const name = unseen.toolkit === "any" ? unseen.tool : `${unseen.toolkit}.${unseen.tool}`;
    const meant = intendedArgument(predicate, context);
    const expected = `${call.name}(args.${meant ?? "x"})`;
    const fix = meant === undefined ? undefined : addArgumentFix(call, expected, context);
    report(call, {
      code: "blind_predicate",
      severity: "warning",
      message: `${call.name} has no default argument for ${name} and is always false for it: write ${expected}`,
      expected,
      quickFix: fix,
    });
  }
};

/** Whether a predicate has no default argument for any tool that a pattern names. */
function hasNoDefaultArgument(pattern: ToolPattern, predicate: CataloguePredicate, context: RuleContext): boolean {
  const names = namedTools(pattern, context);
  return names.length > 0 && names.every((name) => predicate.argumentFor?.(name) === undefined);
}

/** The full names of the tools that a pattern names. Unknown tools are left out; `unknown-tool.ts` reports them. */
function namedTools({ toolkit, tool }: ToolPattern, { catalogue: { tools } }: RuleContext): readonly string[] {
  if (tool === "any") return [];
  if (toolkit === "any") return tools?.byMember.get(tool)?.map(({ name }) => name) ?? [];
  const name = `${toolkit}.${tool}`;
  return tools === undefined || tools.byName.has(name) ? [name] : [];
}

/** The tool argument with the name of the predicate's parameter, or the tool's only argument; `undefined` if unclear. */
function intendedArgument(
  { parameters = [] }: CataloguePredicate,
  { tools = [], catalogue }: RuleContext,
): string | undefined {
  const [tool, ...others]: readonly CatalogueTool[] = tools;
  if (tool === undefined || others.length > 0) return undefined;
  const names = keysOf({ schema: tool.parameters, root: tool.parameters }).filter((name) =>
    /^[A-Za-z_]\w*$/.test(name),
  );
  const [only, ...more] = names;
  const [parameter] = parameters;
  if (parameter !== undefined && names.includes(parameter.name)) return parameter.name;
  const near = parameter === undefined ? undefined : catalogue.suggestName(parameter.name, tool.parameters, names);
  return near ?? (more.length === 0 ? only : undefined);
}

/** A quick fix that adds an argument to a predicate call: `is_destructive` to `is_destructive(args.command)`. */
function addArgumentFix({ name, range }: PredicateCall, write: string, { text }: RuleContext) {
  const found = text?.slice(range.start.offset, range.end.offset);
  return found === name || found === `${name}()` ? replaceFix(write, range) : undefined;
}
