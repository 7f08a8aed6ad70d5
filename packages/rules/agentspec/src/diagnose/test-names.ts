/** Reports names in tests that do not exist: rules, outcomes, tools. */
import { closestName, quote } from "@helve/core/internal";
import type { Program, RuleTest, TestExpectation } from "@helve/core/program";
import { enforcementNames, testOutcomes } from "../syntax/vocabulary.ts";
import { type CatalogueIndex, isOfUnlistedToolkit } from "./catalogue-index.ts";
import { suggestionHint } from "./quick-fixes.ts";
import type { ProgramDiagnostic, ReportIssue } from "./rule-context.ts";

/** Reports rules that a test names and the program does not have. A file with tests alone is not checked. */
export const unknownRule: ProgramDiagnostic = ({ rules, tests = [] }, report) => {
  if (rules.length === 0 || tests.length === 0) return;
  const names = new Set(rules.map(({ name }) => name));
  for (const { expect } of tests) {
    for (const rule of expect.rules ?? []) {
      if (!names.has(rule))
        reportUnknownName(
          expect,
          { code: "unknown_rule", name: `rule @${rule}`, meant: closestName(rule, [...names]) },
          report,
        );
    }
  }
};

/** Reports what a test expects and no rule can decide. */
export const unknownOutcome: ProgramDiagnostic = (program, report, { enforcements }) => {
  const { rules, tests = [] } = program;
  if (tests.length === 0) return;
  const isKnown = rules.length > 0 || enforcements !== undefined;
  const outcomes = new Set([
    ...enforcementNames,
    ...testOutcomes,
    ...domainNames(program),
    ...(enforcements?.keys() ?? []),
  ]);
  for (const { expect } of tests) {
    const meant = closestName(expect.outcome, [...outcomes]);
    // In a file with tests alone, the enforcements of the application are not known.
    if (outcomes.has(expect.outcome) || !(isKnown || meant !== undefined)) continue;
    reportUnknownName(expect, { code: "unknown_outcome", name: `outcome ${quote(expect.outcome)}`, meant }, report);
  }
};

/** Lists the names of the enforcements of an application that the rules use. */
function domainNames({ rules }: Program): readonly string[] {
  return rules.flatMap(({ enforce }) => enforce.flatMap((node) => (node.type === "domain" ? [node.name] : [])));
}

/** A name that does not exist, and the existing name that was probably meant. */
interface UnknownName {
  readonly code: string;
  readonly name: string;
  readonly meant: string | undefined;
}

/** Reports that a test names a rule or tool that the program does not have. */
function reportUnknownName(node: TestExpectation, { code, name, meant }: UnknownName, report: ReportIssue): void {
  const message = `there is no ${name}${suggestionHint(meant)}`;
  report(node, { code, severity: "error", message, expected: meant ?? "a name of this program" });
}

/** Reports tools in tests that the host does not have. */
export const unknownTestedTool: ProgramDiagnostic = ({ tests = [] }, report, catalogue) => {
  for (const test of tests) checkTools(test, catalogue, report);
};

function checkTools({ steps = [], when, expect }: RuleTest, catalogue: CatalogueIndex, report: ReportIssue): void {
  const { tools } = catalogue;
  if (tools === undefined) return;
  const events = when.type === "test_call" ? [when] : when.type === "test_step_end" ? [when.step] : [];
  for (const node of [...steps, ...events, ...(expect.action === undefined ? [] : [expect.action])]) {
    if (tools.byName.has(node.tool) || isOfUnlistedToolkit(node.tool, catalogue)) continue;
    const meant = catalogue.suggestName(node.tool, tools.byName, tools.byName.keys());
    const message = `there is no tool ${quote(node.tool)}${suggestionHint(meant)}`;
    report(node, { code: "unknown_tool", severity: "error", message, expected: meant ?? "a tool of the host" });
  }
}
