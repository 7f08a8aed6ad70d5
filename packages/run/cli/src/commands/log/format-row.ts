/** Formats the rows of the table that `helve log` prints. */
import { escapeInvisible } from "@helve/core/internal";
import type { Io } from "../../io.ts";
import { styles } from "../../styles.ts";
import type { LogRow } from "./rows.ts";

const widths = { time: 19, client: 11, session: 8, tool: 24, verdict: 8 };

/** The header of the table that `helve log` prints. */
export function tableHead({ colors }: Pick<Io, "colors">): string {
  const { time, client, session, tool, verdict } = widths;
  const cells = ["time".padEnd(time), "client".padEnd(client), "session".padEnd(session), "verdict".padEnd(verdict)];
  return styles(colors).dim([...cells, "tool".padEnd(tool), "call"].join("  "));
}

/** One line of the table: who wanted what, when, the verdict, and the rules that object. */
export function formatRow(row: LogRow, { colors }: Pick<Io, "colors">): string {
  const { red, yellow, green, dim } = styles(colors);
  const paint = { allow: green, ask: yellow, deny: red }[row.verdict];
  const verdict = row.allowed === undefined ? row.verdict : "approved";
  const time = new Date(row.at).toISOString().slice(0, widths.time).replace("T", " ");
  const who = row.agent === undefined ? row.session : `${row.session.slice(0, 5)}/${row.agent}`;
  const rules = row.rules.length === 0 ? "" : `  ${dim(row.rules.map((rule) => `@${rule}`).join(" "))}`;
  const failed = row.status === "failed" || row.status === "timed_out" ? `  ${yellow("failed")}` : "";
  const outcome = row.noOutcome ? `  ${yellow("no outcome recorded")}` : failed;
  return [
    time,
    cell(row.client, widths.client),
    cell(who, widths.session),
    paint(cell(verdict, widths.verdict)),
    cell(row.tool, widths.tool),
    `${cut(argumentsOf(row), 60)}${rules}${outcome}`,
  ].join("  ");
}

/** Pads or cuts a text to a column's width. */
function cell(text: string, width: number): string {
  return cut(text, width).padEnd(width);
}

/** Returns the text of a single argument, or all arguments as JSON. */
function argumentsOf({ args }: LogRow): string {
  const texts = Object.values(args).filter((value) => typeof value === "string");
  const [command = args["file_path"] ?? texts[0]] = [args["command"]];
  return typeof command === "string" ? command : JSON.stringify(args);
}

/** Cuts a text to a length, on one line. */
function cut(text: string, length: number): string {
  const line = escapeInvisible(text.replace(/\s+/g, " ").trim());
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
