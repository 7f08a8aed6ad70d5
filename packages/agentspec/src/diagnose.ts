import type { Issue } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { Catalogue } from "./diagnostics/catalogue.ts";
import { programDiagnostics, ruleDiagnostics } from "./diagnostics/index.ts";
import { type Known, knownOf } from "./diagnostics/known.ts";
import { contentsOf, type Look, type Report } from "./diagnostics/look.ts";
import { type Program, type ProgramNode, type ProgramReading, type Rule, readProgram } from "./syntax/index.ts";
import { childrenOf } from "./syntax/visit.ts";

/**
 * Everything that is wrong with rules, or looks like a slip: what does not parse, names that the host does not have,
 * arguments that don't fit, checks and rules that come to nothing. `docs/diagnostics.md` has every code.
 *
 * It never throws. Of a text that does not parse as a whole, the rules without mistakes are looked at all the same. A
 * program that was no text has no places: its issues have a JSON pointer in `path`, and no fix.
 *
 * @param program - a text of rules, or its tree; some fixes take the text
 * @param catalogue - what the host has; without it, only what no host could make right is found
 * @returns in the order of the text, each with its `severity`
 *
 * @example
 * diagnose("rule @r trigger Terminal.Exceute check enforce stop end", { tools: toolsOfDocuments([terminal]) });
 */
export function diagnose(program: Program | string, catalogue: Catalogue = {}): readonly Issue[] {
  const known = knownOf(catalogue);
  if (typeof program === "string") return issuesOfReading(readProgram(program), program, known);
  return inOrder(diagnosticsOf(program, undefined, known));
}

/** The same of a text that is read already. */
export function issuesOfReading({ program, issues }: ProgramReading, text: string, known: Known): readonly Issue[] {
  const wrong = issues.map((issue): Issue => ({ severity: "error", ...issue }));
  return inOrder([...wrong, ...diagnosticsOf(program, text, known)]);
}

function diagnosticsOf(program: Program, text: string | undefined, known: Known): readonly Issue[] {
  const issues: Issue[] = [];
  const hasPlaces = program.range.end.offset > 0;
  let paths: ReadonlyMap<ProgramNode, string> | undefined;
  const report: Report = (node, issue) => {
    if (hasPlaces) issues.push({ ...issue, range: issue.range ?? node.range });
    else {
      paths ??= pathsIn(program);
      issues.push(placeless(paths.get(node) ?? "", issue));
    }
  };
  for (const rule of program.rules) {
    const look = lookAt(rule, known, text);
    for (const diagnostic of ruleDiagnostics) diagnostic(look, report);
  }
  for (const diagnostic of programDiagnostics) diagnostic(program, report);
  return issues;
}

/** A rule with what is in it and what is known of the host. */
export function lookAt(rule: Rule, known: Known, text: string | undefined): Look {
  const tools = known.tools?.fitting(rule.trigger);
  return {
    rule,
    known,
    ...contentsOf(rule),
    ...(text !== undefined && { text }),
    ...(tools !== undefined && { tools }),
  };
}

function placeless(path: string, { range: _, quickFix: __, ...issue }: Issue): Issue {
  return { ...issue, message: path === "" ? issue.message : `${path}: ${issue.message}`, path };
}

/** Where the nodes of a program are, as JSON pointers. */
function pathsIn(program: Program): ReadonlyMap<ProgramNode, string> {
  const paths = new Map<ProgramNode, string>();
  const add = (node: ProgramNode, path: string): void => {
    paths.set(node, path);
    for (const child of childrenOf(node)) add(child.node, path + jsonPointer(child.path));
  };
  add(program, "");
  return paths;
}

function inOrder(issues: readonly Issue[]): readonly Issue[] {
  return issues.toSorted((one, other) => (one.range?.start.offset ?? 0) - (other.range?.start.offset ?? 0));
}
