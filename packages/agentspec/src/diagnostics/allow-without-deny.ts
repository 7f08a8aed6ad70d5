import type { ProgramDiagnostic } from "./look.ts";

/** Rules that permit what nothing denies. */
export const allowWithoutDeny: ProgramDiagnostic = (program, report) => {
  const { header, rules } = program;
  if (header?.default === "deny") return;
  const allow = rules.flatMap(({ enforce }) => enforce).find(({ type }) => type === "allow");
  if (allow === undefined) return;
  const start = header?.range.start ?? { offset: 0, line: 1, column: 1 };
  report(allow, {
    code: "allow_without_deny",
    severity: "warning",
    message: "allow means nothing where everything is allowed: it takes default deny before the first rule",
    expected: "default deny",
    ...(header?.default === undefined && {
      quickFix: { title: 'Write "default deny" first', range: { start, end: start }, text: "default deny\n" },
    }),
  });
};
