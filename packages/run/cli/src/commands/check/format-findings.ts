import type { Issue } from "@helve/core";
import { escapeInvisible } from "@helve/core/internal";
import type { CheckedFile } from "../../check-file.ts";
import { styles } from "../../styles.ts";

/** Formats the problems of files: for a person, as JSON, as SARIF 2.1.0, or as annotations of GitHub Actions. */
export function formatFindings(
  files: readonly CheckedFile[],
  format: "text" | "json" | "sarif" | "github",
  colors: boolean,
): string {
  switch (format) {
    case "text":
      return textFindings(files, colors);
    case "json":
      return JSON.stringify(files.map(({ file, issues }) => ({ file: file.name, issues })));
    case "sarif":
      return JSON.stringify(sarif(files), null, 2);
    case "github":
      return files.flatMap(({ file, issues }) => issues.map((issue) => annotation(file.name, issue))).join("\n");
  }
}

/** Writes the issues of files as text for the terminal. */
function textFindings(files: readonly CheckedFile[], colors: boolean): string {
  const { bold, dim, green, red, yellow } = styles(colors);
  const paints = { error: red, warning: yellow, info: dim };
  const blocks = files.flatMap(({ file, issues }) =>
    issues.map((issue) => {
      const { severity = "error", code, message, quickFix } = issue;
      const head = `${bold(placeOf(file.name, issue))} ${paints[severity](severity)} ${dim(code)}`;
      return [
        head,
        `  ${escapeInvisible(message)}`,
        ...excerpt(file.text, issue).map((line) => `  ${dim(line)}`),
        ...(quickFix === undefined ? [] : [`  ${dim("fix:")} ${escapeInvisible(quickFix.title)}`]),
        "",
      ].join("\n");
    }),
  );
  const all = files.flatMap(({ issues }) => issues);
  const errors = all.filter(({ severity = "error" }) => severity === "error").length;
  const warnings = all.filter(({ severity }) => severity === "warning").length;
  const summary = `${count(files.length, "file")}, ${count(errors, "error")}, ${count(warnings, "warning")}`;
  return [...blocks, all.length === 0 ? green(summary) : summary].join("\n");
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function placeOf(name: string, { range, path }: Issue): string {
  if (range !== undefined) return `${name}:${range.start.line}:${range.start.column}`;
  return path === undefined || path === "" ? name : `${name}${path}`;
}

/** The first line of the problem with carets under it. */
function excerpt(text: string, { range }: Issue): readonly string[] {
  if (range === undefined) return [];
  const line = text.split(/\r\n?|\n/)[range.start.line - 1] ?? "";
  const isOneLine = range.end.line === range.start.line;
  const length = Math.max(1, (isOneLine ? range.end.column : line.length + 1) - range.start.column);
  const number = String(range.start.line);
  const { shown, column, end } = shortened(line, range.start.column - 1);
  // Tabs stay, so that the carets are under the characters.
  const indent = shown.slice(0, column).replace(/[^\t]/g, " ");
  const carets = "^".repeat(Math.max(1, Math.min(length, end - column)));
  return [`${number} | ${escapeInvisible(shown)}`, `${" ".repeat(number.length)} | ${indent}${carets}`];
}

/** Returns the part of a long line around a column. */
function shortened(line: string, column: number): { shown: string; column: number; end: number } {
  const from = line.length <= longestLine ? 0 : Math.max(0, column - longestLine / 2);
  const before = from === 0 ? "" : "…";
  const part = `${before}${line.slice(from, from + longestLine)}`;
  return {
    shown: from + longestLine < line.length ? `${part}…` : part,
    column: column - from + before.length,
    end: part.length,
  };
}

/** In characters. */
const longestLine = 160;

/** A workflow command of GitHub Actions. */
function annotation(file: string, { severity = "error", code, message, range }: Issue): string {
  const level = severity === "info" ? "notice" : severity;
  const place =
    range === undefined
      ? ""
      : `,line=${range.start.line},col=${range.start.column},endLine=${range.end.line},endColumn=${range.end.column}`;
  const property = (text: string): string => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${level} file=${property(file)}${place},title=${property(code)}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Formats findings as SARIF. */
function sarif(files: readonly CheckedFile[]): object {
  const codes = [...new Set(files.flatMap(({ issues }) => issues.map(({ code }) => code)))].sort();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "helve", rules: codes.map((id) => ({ id })) } },
        results: files.flatMap(({ file, issues }) => issues.map((issue) => sarifResult(file.name, issue))),
      },
    ],
  };
}

/** Converts an issue to a result of SARIF. */
function sarifResult(file: string, { severity = "error", code, message, range }: Issue): object {
  const region = range && {
    startLine: range.start.line,
    startColumn: range.start.column,
    endLine: range.end.line,
    endColumn: range.end.column,
  };
  const uri = file.split(/[\\/]/).map(encodeURIComponent).join("/");
  return {
    ruleId: code,
    level: severity === "info" ? "note" : severity,
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region } }],
  };
}
