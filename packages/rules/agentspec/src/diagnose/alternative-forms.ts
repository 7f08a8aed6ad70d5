import { quote } from "@helve/core/internal";
import type { AlternativeForm } from "@helve/core/program";
import { replaceFix } from "./quick-fixes.ts";
import type { ProgramDiagnostic } from "./rule-context.ts";

/** Reports syntax that the parser accepts but that is not the canonical form, such as `&&` for `&`. */
export const alternativeForms: ProgramDiagnostic = (program, report, { predicates }) => {
  for (const form of program.alternativeForms ?? []) {
    const { text, canonical, range } = form;
    // `comparedPredicate` reports a predicate that is written like an argument.
    if (canonical === `args.${text}` && predicates?.has(text) === true) continue;
    const message =
      canonical === undefined || canonical === ""
        ? `${quote(text)} is an alternative spelling`
        : `write ${canonical} instead of ${quote(text)}`;
    const fix = canonical === undefined ? undefined : canonicalFormFix(form, canonical);
    report(program, {
      code: "alternative_spelling",
      severity: "info",
      message,
      range,
      expected: canonical !== undefined && canonical !== "" ? canonical : undefined,
      quickFix: fix,
    });
  }
};

/** A quick fix that writes the canonical form. Parameter names such as `Run(command)` get none: uses of `command` would have to change too. */
function canonicalFormFix({ text, range }: AlternativeForm, write: string) {
  return write === "" && text.startsWith("(") ? undefined : replaceFix(write, range);
}
