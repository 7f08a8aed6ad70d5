import { quote } from "@helve/core/internal";

import type { Spelling } from "../syntax/index.ts";
import type { ProgramDiagnostic } from "./look.ts";
import { writing } from "./rewrite.ts";

/** What is read, and has a word of its own. */
export const deprecatedSpelling: ProgramDiagnostic = (program, report) => {
  for (const spelling of program.spellings ?? []) {
    const { found, write, range } = spelling;
    const message =
      write === undefined || write === ""
        ? `${quote(found)} is an old spelling`
        : `${quote(found)} is written ${write}`;
    const fix = write === undefined ? undefined : fixOf(spelling, write);
    report(program, {
      code: "deprecated_spelling",
      severity: "info",
      message,
      range,
      ...(write !== undefined && write !== "" && { expected: write }),
      ...(fix !== undefined && { quickFix: fix }),
    });
  }
};

/** Without the names in parentheses, what speaks of them would mean nothing: that is more than one change. */
function fixOf({ found, range }: Spelling, write: string) {
  return write === "" && found.startsWith("(") ? undefined : writing(write, range);
}
