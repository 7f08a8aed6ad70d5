import { javascript } from "@helve/effects/javascript";
import { cmd, powershell } from "@helve/effects/powershell";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { sql } from "@helve/effects/sql";
import { imaginaryProject, languageTools, type Policy } from "@helve/predicates";

/** The defaults of policies. As in `helve test`, calls start in an imaginary project, so results don't depend on the machine. */
export const basePolicy: Policy = {
  ...imaginaryProject,
  languages: { shell, python, javascript, sql, powershell, cmd },
  tools: languageTools,
};
