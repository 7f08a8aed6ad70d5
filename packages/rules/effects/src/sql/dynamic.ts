/** Evaluates SQL inside SQL: `EXECUTE 'DROP …'`, `EXEC sp_executesql N'…'`. */
import { joinTexts } from "../bounded-text.ts";
import { decodeBase64, decodeHex } from "../encodings.ts";
import { readInner } from "./read-sql.ts";
import { emitChange, emitUnknown, isSymbol, isWord, nameAt, type Reading } from "./reading.ts";
import type { Verb } from "./rows.ts";
import { innerOf, runCode } from "./run-nested.ts";
import { type Token, unknownCharacter, unknownPart } from "./tokens.ts";

/** Evaluates SQL that a statement runs: `EXECUTE 'DROP …'`, `EXECUTE IMMEDIATE`, `EXEC('…')`, `EXEC sp_executesql`, `EXEC xp_cmdshell`, `CALL p()`. */
export const evaluateExecute: Verb = (tokens, at, reading) => {
  const first = tokens[at];
  let next = at + 1;
  while (isWord(tokens[next], "IMMEDIATE") || isSymbol(tokens[next], "(")) next++;
  const token = tokens[next];
  if (first === undefined || token === undefined || isWord(token, "PROCEDURE", "FUNCTION", "ON", "AS")) return at + 1;
  // `EXEC @result = procedure`
  if (isSymbol(tokens[next + 1], "=") && token.text.startsWith("@")) next += 2;
  const name = nameAt(tokens, next, reading);
  const procedure = name?.key.slice(name.key.lastIndexOf(".") + 1) ?? "";
  if (isSystemProcedure(procedure)) return evaluateSystemProcedure(procedure, tokens, name?.next ?? next, reading);
  const isText = token.kind === "string" || isSymbol(tokens[next - 1], "(") || isWord(tokens[next - 1], "IMMEDIATE");
  const known = reading.variables.get(name?.key ?? "");
  const isExpression =
    isText || known !== undefined || token.text.startsWith("@") || (name !== undefined && textFunctions.has(name.key));
  if (isExpression) return evaluateText(tokens, next, first, reading);
  if (
    name !== undefined &&
    !harmlessProcedures.test(procedure) &&
    !reading.variables.has(`PREPARED ${name.key}`) &&
    !isWord(tokens[name.next], "USING")
  )
    emitChange(
      reading,
      {
        change: "update",
        what: name.text === null ? null : `what ${name.text} changes`,
        all: false,
        certainty: "possible",
      },
      first.text,
      [first, token],
    );
  return name?.next ?? next + 1;
};

/** `xp_cmdshell '…'` at the beginning of a batch, where T-SQL needs no `EXEC`. */
export const evaluateProcedure: Verb = (tokens, at, reading) =>
  isSymbol(tokens[at + 1], "(") ? at + 1 : evaluateSystemProcedure(tokens[at]?.text ?? "", tokens, at + 1, reading);

/** Evaluates `PREPARE s FROM '…'`, `PREPARE s AS DELETE …`. */
export const evaluatePrepare: Verb = (tokens, at, reading) => {
  const from = tokens.slice(at, at + 4).findIndex((token) => isWord(token, "FROM"));
  const first = tokens[at];
  const name = nameAt(tokens, at + 1, reading);
  if (name !== undefined) reading.variables.set(`PREPARED ${name.key}`, "");
  return from === -1 || first === undefined ? at + 1 : evaluateText(tokens, at + from + 1, first, reading);
};

/**
 * Remembers the text that a variable is set to: `SET @s = 'DROP …'`, `DECLARE @s nvarchar(99) = '…'`,
 * `SELECT @s := '…'`, `s := '…'`.
 */
export function rememberVariable(tokens: readonly Token[], at: number, reading: Reading): void {
  const token = tokens[at];
  if (token?.kind !== "word") return;
  const isAssigned = isSymbol(tokens[at + 1], ":=") || (isSymbol(tokens[at + 1], "=") && token.text.startsWith("@"));
  const isDeclared =
    token.text.startsWith("@") && isWord(tokens[at + 1], "NVARCHAR", "VARCHAR", "CHAR", "NCHAR", "TEXT");
  let from = at + 2;
  if (isDeclared) while (from < at + 8 && !isSymbol(tokens[from - 1], "=")) from++;
  if (!isAssigned && !(isDeclared && isSymbol(tokens[from - 1], "="))) return;
  const { text } = textAt(tokens, from, reading);
  const before = reading.variables.get(token.text);
  const appends = isSymbol(tokens[at + 1], "=") && isSymbol(tokens[at], "+");
  reading.variables.set(token.text, joinTexts([appends ? (before ?? "") : "", text]) ?? unknownPart);
}

/** The functions whose result `textAt` knows. */
const textFunctions: ReadonlySet<string> = new Set([
  "CONCAT",
  "FORMAT",
  "CONCAT_WS",
  "REPLACE",
  "CHR",
  "CHAR",
  "QUOTE_IDENT",
  "CONVERT_FROM",
  "DECODE",
  "UNHEX",
  "FROM_BASE64",
]);

/** Reads the statement that an expression computes. */
function evaluateText(tokens: readonly Token[], at: number, first: Token, reading: Reading): number {
  const { text, next, only } = textAt(tokens, at, reading);
  const known = text.trim();
  const last = tokens[next - 1] ?? first;
  if (known === "" || unknownCharacter.test(known.slice(0, 1)))
    emitUnknown(reading, `it is unknown which statement ${first.text} runs`, first.text, [first, last]);
  else if (only?.content !== undefined) readInner(innerOf(only), reading);
  else {
    const token = { ...first, end: Math.max(first.end, last.end) };
    readInner({ text, token, certainty: "certain" }, reading);
  }
  return next;
}

/** Computes the text of an SQL expression; unknown parts are `unknownPart`. */
function textAt(
  tokens: readonly Token[],
  from: number,
  reading: Reading,
): { readonly text: string; readonly next: number; readonly only?: Token } {
  const parts: string[] = [];
  const used: Token[] = [];
  const depth = tokens[from]?.depth ?? 0;
  let at = from;
  for (; at < tokens.length && at < from + 200; at++) {
    const token = tokens[at];
    if (token === undefined || token.kind === "end" || token.kind === "command" || token.depth < depth) break;
    if (isSymbol(token, ")") && token.depth < depth) break;
    if (
      isSymbol(token, "||") ||
      isSymbol(token, "+") ||
      isSymbol(token, ",") ||
      isSymbol(token, "(") ||
      isSymbol(token, ")")
    )
      continue;
    if (
      token.depth === depth &&
      isWord(token, "USING", "INTO", "FROM", "EXEC", "EXECUTE", "SET", "DECLARE", "SELECT", "AS")
    )
      break;
    if (token.kind === "word" && isSymbol(tokens[at + 1], "(") && textFunctions.has(token.text)) continue;
    used.push(token);
    const isNumber = token.kind === "number";
    const code = isNumber && isWord(tokens[at - 2], "CHR", "CHAR") ? Number(token.text) : Number.NaN;
    if (token.kind === "number" && /^0x(?:[0-9a-f]{2})+$/i.test(token.text))
      parts.push(decodedText(token.text.slice(2), "hex"));
    else if (token.kind === "string" && isDecoded(tokens, at, from)) {
      const format = isSymbol(tokens[at + 1], ",") ? tokens[at + 2] : undefined;
      parts.push(decodedText(token.text, format?.text ?? ""));
      if (format !== undefined) at += 2;
    } else if (token.kind === "string") parts.push(token.text.replaceAll(/%\d*\$?[sIL]/g, unknownPart));
    else if (code > 0 && code < 0xffff) parts.push(String.fromCharCode(code));
    else if (isNumber) parts.push(token.text);
    else parts.push(reading.variables.get(token.text) ?? unknownPart);
  }
  const [only, second] = used;
  const isOnly = only?.kind === "string" && second === undefined;
  return { text: joinTexts(parts) ?? unknownPart, next: at, only: isOnly ? only : undefined };
}

/** Whether a text is the first argument of a function that decodes it: `decode('…', 'base64')`, `UNHEX('…')`. */
function isDecoded(tokens: readonly Token[], at: number, from: number): boolean {
  return at >= from + 2 && isSymbol(tokens[at - 1], "(") && isWord(tokens[at - 2], "DECODE", "UNHEX", "FROM_BASE64");
}

/** The text that a decoding gives, by the name of its format; unknown if it can't be decoded. */
function decodedText(text: string, format: string): string {
  const decoded = /^[0-9a-f\s]*$/i.test(text) && !/base64/i.test(format) ? decodeHex(text) : decodeBase64(text);
  return decoded || unknownPart;
}

/** Matches procedures that only show something. */
const harmlessProcedures =
  /^(SP_(HELP\w*|WHO2?|COLUMNS|TABLES|SPACEUSED|LOCK|MSHELP\w*|DATABASES|STATISTICS|PKEYS|FKEYS|DEPENDS)|XP_(MSVER|LOGININFO|FIXEDDRIVES))$/;

/** Whether a name belongs to a procedure of SQL Server that changes the system. */
function isSystemProcedure(name: string): boolean {
  return (
    /^(SP_EXECUTESQL|XP_\w+|SP_OA\w+|SP_ADDSRVROLEMEMBER|SP_ADDROLEMEMBER|SP_ADDLOGIN|SP_MSFOREACH\w+|SP_CONFIGURE)$/.test(
      name,
    ) && !harmlessProcedures.test(name)
  );
}

/** Evaluates SQL Server's system procedures that run commands or give rights. */
function evaluateSystemProcedure(name: string, tokens: readonly Token[], at: number, reading: Reading): number {
  const token = tokens[at - 1];
  if (token === undefined) return at;
  // Named arguments: `@stmt = N'…'`
  const from = isSymbol(tokens[at + 1], "=") ? at + 2 : at;
  if (/^SP_(EXECUTESQL|MSFOREACH)/.test(name)) return evaluateText(tokens, from, token, reading);
  const argument = tokens[from];
  if (name === "XP_CMDSHELL" && argument?.kind === "string") runCode("cmd", innerOf(argument), "xp_cmdshell", reading);
  else if (name.startsWith("SP_CONFIGURE")) {
    if (argument !== undefined)
      emitChange(reading, { change: "alter", what: "settings of the server", all: false }, "sp_configure", [
        token,
        argument,
      ]);
  } else if (name.startsWith("SP_ADD"))
    emitChange(reading, { change: "grant", what: "roles of the server", all: false }, name.toLowerCase(), [
      token,
      argument,
    ]);
  else
    emitUnknown(reading, `${name.toLowerCase()} runs or reads something outside of the database`, name.toLowerCase(), [
      token,
      argument,
    ]);
  return from;
}
