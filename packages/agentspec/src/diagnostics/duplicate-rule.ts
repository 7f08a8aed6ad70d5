import { quote } from "@helve/core/internal";

import type { ProgramDiagnostic } from "./look.ts";

/** Rules of one name: who reads a report can't tell them apart. A text with such rules is not read in the first place. */
export const duplicateRule: ProgramDiagnostic = (program, report) => {
  const names = new Set<string>();
  for (const rule of program.rules) {
    if (names.has(rule.name)) {
      const message = `there is a rule ${quote(rule.name)} already: give this one another name`;
      report(rule, { code: "duplicate_rule", severity: "error", message, expected: "another name" });
    }
    names.add(rule.name);
  }
};
