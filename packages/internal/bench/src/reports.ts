import { feedback, JsonParser } from "@helve/arguments";
import type { JsonSchema } from "@helve/core";
import { z } from "zod";
import type { CommandOptions } from "./command-options.ts";
import { readJsonLines } from "./json-lines.ts";
import { markdown } from "./markdown.ts";
import { isSameJson, type Outcome } from "./reading.ts";

/**
 * A Markdown table of inputs from other people's bug reports: how many of each kind are read right, refused where one reading
 * is right, or read as something else. A kind is its first word, `D1`.
 */
export async function reportsTable({ data, explain }: CommandOptions): Promise<string> {
  const reports = await readJsonLines(
    data,
    reportSchema,
    'a report must be {"kind", "api", "schema", "input", "right"}',
  );
  const measured = reports.filter(({ api }) => api === "JsonParser.decode" || api === "feedback");
  const outcomes = measured.map((report) =>
    report.api === "feedback" ? feedbackOutcome(report) : decodeOutcome(report),
  );
  const kinds = [...new Set(measured.map(({ kind }) => kind))];
  const count = (outcome: Outcome, kind?: string): number =>
    measured.filter((report, index) => outcomes[index] === outcome && (kind ?? report.kind) === report.kind).length;
  const row = (name: string, kind?: string) => [
    name,
    count("right", kind),
    count("refused", kind),
    count("wrong", kind),
  ];
  const table = markdown(
    ["kind", "right", "refused", "wrong"],
    [...kinds.map((kind) => row(kind, kind)), row("**all**")],
  );
  const examples = measured.flatMap((report, index) =>
    outcomes[index] === "right"
      ? []
      : [`${outcomes[index]}: ${JSON.stringify(report.input)}\n  ${resultText(report)}\n`],
  );
  return [
    table,
    `${reports.length - measured.length} reports are about other packages\n`,
    ...(explain ? examples : []),
  ].join("");
}

const reportSchema = z.looseObject({
  kind: z.string(),
  api: z.string(),
  input: z.unknown(),
  right: z.unknown(),
  schema: z.record(z.string(), z.unknown()).optional(),
  options: z.record(z.string(), z.unknown()).optional(),
});

type Report = z.infer<typeof reportSchema>;

/** Decodes the text of a reported bug with the schema and options of the report. */
function decode({ input, schema = {}, options = {} }: Report) {
  return new JsonParser(options).decode(input, schema as JsonSchema);
}

/** Whether decoding gives one of the right results. */
function decodeOutcome(report: Report): Outcome {
  const decoded = decode(report);
  const { any = [report.right] } = report.right as { readonly any?: readonly unknown[] };
  const isRight = any.some((right) => {
    if (Object.hasOwn(Object(right), "refuse")) return !decoded.ok;
    return decoded.ok && isSameJson(decoded.args, (right as { readonly value: unknown }).value);
  });
  if (isRight) return "right";
  return decoded.ok ? "wrong" : "refused";
}

/** Judges a feedback message: right if it contains no control token. */
function feedbackOutcome(report: Report): Outcome {
  return /<\|\w+\|>/.test(feedbackText(report)) ? "wrong" : "right";
}

/** Writes the feedback that the model gets for a reported text. */
function feedbackText(report: Report): string {
  const decoded = decode(report);
  return decoded.ok ? "" : feedback(report.input, decoded.issues);
}

/** Writes what the parser returns for a reported text. */
function resultText(report: Report): string {
  if (report.api === "feedback") return feedbackText(report);
  const decoded = decode(report);
  if (!decoded.ok) return decoded.issues.map(({ message }) => message).join("; ");
  return `${JSON.stringify(decoded.args)} by ${[...new Set(decoded.repairs.map(({ kind }) => kind))].join(" ")}`;
}
