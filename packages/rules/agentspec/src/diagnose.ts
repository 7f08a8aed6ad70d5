import type { Issue } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { Program, ProgramNode } from "@helve/core/program";
import { alternativeForms } from "./diagnose/alternative-forms.ts";
import type { Catalogue } from "./diagnose/catalogue.ts";
import { type CatalogueIndex, indexCatalogue } from "./diagnose/catalogue-index.ts";
import { coveredRules, duplicateRule } from "./diagnose/conflicting-rules.ts";
import { constantComparison } from "./diagnose/constant-comparison.ts";
import { neverFires, oppositeConditions } from "./diagnose/contradictory-conditions.ts";
import { allowWithoutDeny, enforcementAfterStop, inspectionBesideInvoke } from "./diagnose/ineffective-enforcements.ts";
import { misplacedName } from "./diagnose/misplaced-names.ts";
import { comparedPredicate, emptyWindow, notAList, quotedReference } from "./diagnose/misused-values.ts";
import { notANumber } from "./diagnose/not-a-number.ts";
import { predicateWithoutArgument } from "./diagnose/predicate-without-argument.ts";
import { regularExpression } from "./diagnose/regular-expression.ts";
import {
  indexSharedBindings,
  type ProgramDiagnostic,
  type ReportIssue,
  type RuleDiagnostic,
  ruleContext,
} from "./diagnose/rule-context.ts";
import { isWithoutIssues, keepWithoutIssues } from "./diagnose/rules-without-issues.ts";
import { unknownOutcome, unknownRule, unknownTestedTool } from "./diagnose/test-names.ts";
import { unknownArgument } from "./diagnose/unknown-argument.ts";
import { unknownEnforcement, unknownPredicate } from "./diagnose/unknown-names.ts";
import { unknownStepPart } from "./diagnose/unknown-step-part.ts";
import { unknownSource, unknownTool } from "./diagnose/unknown-tool.ts";
import { unusedBinding, usedBindings } from "./diagnose/unused-binding.ts";
import { invokedArguments, predicateArguments } from "./diagnose/wrong-arguments.ts";
import type { ProgramReadResult } from "./syntax/combine-parts.ts";
import { readProgram } from "./syntax/parse-program.ts";
import { startOffset } from "./syntax/ranges.ts";
import { childNodes } from "./syntax/visit.ts";

/**
 * Finds the problems of an AgentSpec program: syntax errors, names that the host does not have, wrong arguments, conditions
 * that are always true or false, and rules or enforcements without effect. `docs/diagnostics.md` explains every code.
 *
 * It never throws. If a text has syntax errors, the rules without syntax errors are diagnosed too. The issues of a syntax
 * tree that was not parsed from a text have a JSON pointer in `path` instead of a range, and no quick fix.
 *
 * @param program - the text of a program, or its syntax tree; some quick fixes need the text
 * @param catalogue - the tools, predicates and domain enforcements of the host; names of an absent part are not checked
 * @returns the issues in the order of the text, each with its `severity`
 *
 * @example
 * diagnose("rule @r trigger Terminal.Exceute check enforce stop end", { tools: toolsFromDocuments([terminal]) });
 */
export function diagnose(program: Program | string, catalogue: Catalogue = {}): readonly Issue[] {
  const index = indexCatalogue(catalogue);
  if (typeof program === "string") return diagnoseReadResult(readProgram(program), program, index);
  return sortByOffset(diagnoseTree(program, undefined, index));
}

/** Diagnoses a text that `readProgram` has read already. */
export function diagnoseReadResult(
  { partialProgram, issues }: ProgramReadResult,
  text: string,
  catalogue: CatalogueIndex,
): readonly Issue[] {
  const syntaxIssues = issues.map((issue): Issue => ({ severity: "error", ...issue }));
  const found = diagnoseTree(partialProgram, text, catalogue);
  // A rule with syntax errors, which is not in the tree, may use the binding, or may be the one that a test names.
  const certain = issues.length === 0 ? found : found.filter(({ code }) => !needsWholeProgram.has(code));
  return sortByOffset([...syntaxIssues, ...certain]);
}

const needsWholeProgram: ReadonlySet<string> = new Set(["unused_binding", "unknown_rule", "unknown_outcome"]);

function diagnoseTree(program: Program, text: string | undefined, catalogue: CatalogueIndex): readonly Issue[] {
  const issues: Issue[] = [];
  const hasRanges = program.range.end.offset > 0;
  let paths: ReadonlyMap<ProgramNode, string> | undefined;
  const report: ReportIssue = (node, issue) => {
    if (hasRanges) issues.push({ ...issue, range: issue.range ?? node.range });
    else {
      paths ??= nodePaths(program);
      issues.push(issueWithPath(paths.get(node) ?? "", issue));
    }
  };
  const sharedBindings = indexSharedBindings(program);
  for (const rule of program.rules) {
    const bindings = text === undefined ? "" : usedBindings(rule, program);
    if (text !== undefined && isWithoutIssues(rule, catalogue, bindings)) continue;
    const before = issues.length;
    const context = ruleContext(rule, catalogue, text, sharedBindings);
    for (const diagnostic of ruleDiagnostics) diagnostic(context, report);
    if (text !== undefined && issues.length === before) keepWithoutIssues(rule, catalogue, bindings);
  }
  for (const diagnostic of programDiagnostics) diagnostic(program, report, catalogue);
  return issues;
}

/** Returns an issue with its place as a path instead of a range. */
function issueWithPath(path: string, { range: _, quickFix: __, ...issue }: Issue): Issue {
  return { ...issue, message: path === "" ? issue.message : `${path}: ${issue.message}`, path };
}

/** The JSON pointer of every node of a program. */
function nodePaths(program: Program): ReadonlyMap<ProgramNode, string> {
  const paths = new Map<ProgramNode, string>();
  const add = (node: ProgramNode, path: string): void => {
    paths.set(node, path);
    for (const child of childNodes(node)) add(child.node, path + jsonPointer(child.path));
  };
  add(program, "");
  return paths;
}

function sortByOffset(issues: readonly Issue[]): readonly Issue[] {
  return issues.toSorted((one, other) => startOffset(one.range) - startOffset(other.range));
}

/** The diagnostics that check each rule. */
const ruleDiagnostics: readonly RuleDiagnostic[] = [
  ...[unknownTool, unknownArgument, unknownStepPart, unknownPredicate, predicateArguments, unknownEnforcement],
  ...[invokedArguments, misplacedName, comparedPredicate, quotedReference, notANumber, notAList, emptyWindow],
  ...[
    predicateWithoutArgument,
    constantComparison,
    oppositeConditions,
    neverFires,
    regularExpression,
    enforcementAfterStop,
    inspectionBesideInvoke,
  ],
];

/** The diagnostics that check the program as a whole. */
const programDiagnostics: readonly ProgramDiagnostic[] = [
  ...[duplicateRule, allowWithoutDeny, coveredRules, alternativeForms, unknownSource, unusedBinding],
  ...[unknownRule, unknownOutcome, unknownTestedTool],
];
