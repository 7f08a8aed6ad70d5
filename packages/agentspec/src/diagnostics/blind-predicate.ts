import type { PredicateCall, ToolPattern } from "../syntax/index.ts";
import type { CataloguePredicate, CatalogueTool } from "./catalogue.ts";
import type { Look, RuleDiagnostic } from "./look.ts";
import { writing } from "./rewrite.ts";
import { keysOf } from "./schema.ts";

/** Predicates that a rule gives nothing to look at, and that know no argument of a tool that the rule names. */
export const blindPredicate: RuleDiagnostic = (look, report) => {
  const { event, patterns } = look.rule.trigger;
  // The other events are not about the arguments of one tool.
  if (event !== "before_action" && event !== "after_action") return;
  for (const call of look.predicates) {
    const predicate = look.known.predicates?.get(call.name);
    if (predicate?.argumentFor === undefined || call.arguments.length > 0) continue;
    const unseen = patterns.find((pattern) => isUnseen(pattern, predicate, look));
    if (unseen === undefined) continue;
    const name = unseen.toolkit === "any" ? unseen.tool : `${unseen.toolkit}.${unseen.tool}`;
    const meant = argumentMeant(predicate, look);
    const expected = `${call.name}(args.${meant ?? "x"})`;
    const fix = meant === undefined ? undefined : fixOf(call, expected, look);
    report(call, {
      code: "blind_predicate",
      severity: "warning",
      message: `${call.name} does not know which argument of ${name} to look at, and is always false of it: write ${expected}`,
      expected,
      ...(fix !== undefined && { quickFix: fix }),
    });
  }
};

/** Whether a predicate knows no argument of any tool that a pattern names. */
function isUnseen(pattern: ToolPattern, predicate: CataloguePredicate, look: Look): boolean {
  const names = toolsNamed(pattern, look);
  return names.length > 0 && names.every((name) => predicate.argumentFor?.(name) === undefined);
}

/** Without its toolkit, a tool is one of the host's; one that the host does not have is named elsewhere. */
function toolsNamed({ toolkit, tool }: ToolPattern, { known: { tools } }: Look): readonly string[] {
  if (tool === "any") return [];
  if (toolkit === "any") return tools?.byMember.get(tool)?.map(({ name }) => name) ?? [];
  const name = `${toolkit}.${tool}`;
  return tools === undefined || tools.byName.has(name) ? [name] : [];
}

/** The argument that is called like what the predicate takes, or is the only one; undefined where that is not clear. */
function argumentMeant({ parameters = [] }: CataloguePredicate, { tools = [], known }: Look): string | undefined {
  const [tool, ...others]: readonly CatalogueTool[] = tools;
  if (tool === undefined || others.length > 0) return undefined;
  const names = keysOf({ schema: tool.parameters, root: tool.parameters }).filter((name) =>
    /^[A-Za-z_]\w*$/.test(name),
  );
  const [only, ...more] = names;
  const [parameter] = parameters;
  if (parameter !== undefined && names.includes(parameter.name)) return parameter.name;
  const near = parameter === undefined ? undefined : known.suggest(parameter.name, tool.parameters, names);
  return near ?? (more.length === 0 ? only : undefined);
}

function fixOf({ name, range }: PredicateCall, write: string, { text }: Look) {
  const found = text?.slice(range.start.offset, range.end.offset);
  return found === name || found === `${name}()` ? writing(write, range) : undefined;
}
