import { quote } from "@helve/core/internal";
import type { AlternativeForm } from "@helve/core/program";
import { replaceFix } from "./quick-fixes.ts";
import type { ProgramDiagnostic } from "./rule-context.ts";

/** Reports syntax that the parser accepts but that is not the canonical form, such as `&&` for `&`. */
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

/** A quick fix that writes the canonical form. There is none for parameter names such as `Run(command)`: uses of `command` would have to change too. */
function canonicalFormFix({ text, range }: AlternativeForm, write: string) {
  return write === "" && text.startsWith("(") ? undefined : replaceFix(write, range);
}
