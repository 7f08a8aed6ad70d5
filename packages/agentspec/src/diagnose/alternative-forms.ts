import { quote } from "@helve/core/internal";
import type { AlternativeForm } from "@helve/core/program";
import { replaceFix } from "./quick-fixes.ts";
import type { ProgramDiagnostic } from "./rule-context.ts";

/** What is read, and has a word of its own. */
export const alternativeForms: ProgramDiagnostic = (program, report) => {
  for (const spelling of program.alternativeForms ?? []) {
    const { text, canonical, range } = spelling;
    const message =
      canonical === undefined || canonical === ""
        ? `${quote(text)} is an old spelling`
        : `${quote(text)} is written ${canonical}`;
    const fix = canonical === undefined ? undefined : canonicalFormFix(spelling, canonical);
    report(program, {
      code: "deprecated_spelling",
      severity: "info",
      message,
      range,
      ...(canonical !== undefined && canonical !== "" && { expected: canonical }),
      ...(fix !== undefined && { quickFix: fix }),
    });
  }
};

/** Without the names in parentheses, what speaks of them would mean nothing: that is more than one change. */
function canonicalFormFix({ text, range }: AlternativeForm, write: string) {
  return write === "" && text.startsWith("(") ? undefined : replaceFix(write, range);
}
