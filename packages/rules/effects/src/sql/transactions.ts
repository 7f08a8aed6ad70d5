import { isWord } from "./reading.ts";
import type { Token } from "./tokens.ts";

/** Statements that end a transaction in MySQL, or change more than rows. */
const endsTransaction = new Set(
  "DROP CREATE ALTER TRUNCATE RENAME GRANT REVOKE COMMIT END LOCK IF WHILE CASE ELSE LOOP CALL EXEC EXECUTE".split(" "),
);

/**
 * The ranges of tokens whose changes of rows a `ROLLBACK` undoes: from a `BEGIN` with nothing between that commits or depends
 * on a condition. Changes of objects are not among them, because MySQL commits them.
 */
export function undoneRanges(tokens: readonly Token[]): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  let begin: number | undefined;
  for (let at = 0; at < tokens.length; at++) {
    const [token, before] = [tokens[at], tokens[at - 1]];
    if (token?.kind === "command") begin = undefined;
    if (token?.kind !== "word" || (before !== undefined && before.kind !== "end")) continue;
    const next = tokens[at + 1];
    if (isWord(token, "ROLLBACK")) {
      const isWhole = next === undefined || next.kind === "end" || isWord(next, "WORK", "TRANSACTION", "TRAN");
      if (begin !== undefined && isWhole && !isWord(tokens[at + 2], "TO")) ranges.push([begin, at]);
      begin = undefined;
    } else if (isWord(token, "BEGIN") || (isWord(token, "START") && isWord(next, "TRANSACTION"))) {
      const isPlain = next === undefined || next.kind === "end" || isWord(next, ...transactionWords);
      begin = isPlain ? at : undefined;
    } else if (endsTransaction.has(token.text)) begin = undefined;
  }
  return ranges;
}

const transactionWords = "TRANSACTION TRAN WORK IMMEDIATE DEFERRED EXCLUSIVE ISOLATION READ".split(" ");
