import type { FileCoverage } from "@helve/language-server";
import * as vscode from "vscode";
import { toRange } from "./positions.ts";

/** Converts coverage for VS Code's gutter: each rule as a declaration, and its trigger, conditions and enforcements as statements. */
export function coverageDetails({ rules }: FileCoverage): readonly vscode.FileCoverageDetail[] {
  return rules.flatMap(({ name, range, isReached, parts }) => [
    new vscode.DeclarationCoverage(`@${name}`, isReached, toRange(range)),
    ...parts.map((part) => {
      const place = toRange(part.range);
      const branches = part.branches.map((branch) => new vscode.BranchCoverage(branch.isReached, place, branch.label));
      return new vscode.StatementCoverage(part.isReached, place, branches);
    }),
  ]);
}
