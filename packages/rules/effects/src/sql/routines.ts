/** Evaluates SQL functions and triggers, whose bodies run later. */
import { targetOf } from "./files.ts";
import { readInner } from "./read-sql.ts";
import { emit, emitUnknown, isSymbol, isWord, type Reading, statementEnd } from "./reading.ts";
import { innerOf, runCode } from "./run-nested.ts";
import type { Token } from "./tokens.ts";

/** Whether a `CREATE` defines something that runs later: a function, a trigger. */
export function isRoutine(tokens: readonly Token[], at: number): boolean {
  const end = Math.min(statementEnd(tokens, at), at + 12);
  for (let index = at + 1; index < end; index++) {
    if (isWord(tokens[index], "FUNCTION", "PROCEDURE", "PROC", "TRIGGER", "EVENT", "PACKAGE", "RULE")) return true;
    if (isSymbol(tokens[index], "(")) return false;
  }
  return false;
}

/** Where the definition of a routine ends: after the `END` of its first `BEGIN`, or at the end of the statement. */
export function routineEnd(tokens: readonly Token[], at: number): number {
  const end = statementEnd(tokens, at);
  let blocks = 0;
  let hasBlock = false;
  for (let index = at; index < tokens.length; index++) {
    if (index >= end && !hasBlock) return index;
    const token = tokens[index];
    if (isWord(token, "BEGIN", "CASE")) {
      blocks++;
      hasBlock = true;
    } else if (isWord(token, "END") && !isWord(tokens[index + 1], "IF", "LOOP", "WHILE", "REPEAT", "FOR")) {
      blocks--;
      if (hasBlock && blocks <= 0) return index + 1;
    }
  }
  return tokens.length;
}

/** Emits what the body of a function in quotes does: as SQL, or in the language after `LANGUAGE`. */
export function evaluateBody(tokens: readonly Token[], at: number, end: number, reading: Reading): void {
  const definition = tokens.slice(at, end);
  const languageAt = definition.findIndex((token) => isWord(token, "LANGUAGE"));
  const language = (definition[languageAt + 1]?.text ?? "").toUpperCase();
  const library = definition.find((token, index) => token.kind === "string" && isWord(definition[index - 1], "SONAME"));
  const bodyAt = definition.findIndex(
    (token, index) =>
      token.kind === "string" && (isWord(definition[index - 1], "AS", "DO", "SONAME") || index === languageAt + 2),
  );
  const body = library ?? definition[bodyAt];
  if (body === undefined) return;
  const isDo = isWord(tokens[at], "DO");
  const inner = { ...innerOf(body), certainty: isDo ? "certain" : "possible" } as const;
  if (library !== undefined || (languageAt !== -1 && language === "C")) {
    const from = [{ kind: "file", target: targetOf(body, reading) }] as const;
    emit(reading, { kind: "execute", program: body.text, from }, "CREATE FUNCTION", [body]);
  } else if (languageAt === -1 || /^(SQL|PLPGSQL|PLSQL|PSM)$/.test(language)) readInner(inner, reading);
  else if (/^PLPYTHON\dU$|^PLPYTHONU$/.test(language)) runCode("python", inner, `LANGUAGE ${language}`, reading);
  else if (language === "PLSH") runCode("shell", inner, `LANGUAGE ${language}`, reading);
  else if (/U$/.test(language) || language === "JAVA")
    emitUnknown(reading, `code in ${language.toLowerCase()} is not read`, "CREATE FUNCTION", [body]);
}
