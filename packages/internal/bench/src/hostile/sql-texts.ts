import type { HostileText } from "./hostile-text.ts";

/** SQL that is meant to take long. */
export const sqlTexts: readonly HostileText[] = [
  ["1 MB of letters", "x".repeat(1_000_000)],
  ["99 kB of letters", "x".repeat(99_000)],
  ["99 kB of statements", "DROP TABLE a;\n".repeat(7000)],
  ["99 kB of different statements", Array.from({ length: 4000 }, (_, n) => `DELETE FROM t${n};`).join("\n")],
  ["parentheses nested 40,000 times", `SELECT ${"(".repeat(40_000)}1${")".repeat(40_000)}`],
  ["comments nested 20,000 times", `${"/*".repeat(20_000)}${"*/".repeat(20_000)} DROP TABLE a`],
  ["quotes", "'".repeat(99_000)],
  ["quotes of all dialects", `"'\`[$$`.repeat(16_000)],
  ["dollar quotes", "$a$ $b$ ".repeat(12_000)],
  ["backslashes", `'${"\\\\".repeat(45_000)}'; DROP TABLE a`],
  ["a list of 20,000 tables", `DROP TABLE ${Array.from({ length: 14_000 }, (_, n) => `t${n}`).join(",")}`],
  ["a WHERE of 10,000 terms", `DELETE FROM a WHERE ${"x = 1 OR ".repeat(10_000)} 1 = 1`],
  [
    "common table expressions nested 5,000 times",
    `${"WITH a AS (".repeat(5000)}DELETE FROM b${")".repeat(5000)} SELECT 1`,
  ],
  ["DO blocks nested", `${"DO $a$ BEGIN EXECUTE '".repeat(1000)}DROP TABLE a`],
  ["EXECUTE of 2,000 strings", "EXEC('DROP TABLE a');\n".repeat(4500)],
  ["dots", `DROP TABLE ${"a.".repeat(45_000)}b`],
  ["semicolons", ";".repeat(99_000)],
  ["transactions", "BEGIN; DELETE FROM a; ROLLBACK;\n".repeat(3000)],
  ["commands of psql", "\\! rm a\n".repeat(10_000)],
].map(([name = "", text = ""]) => ({ language: "sql", name, text }));
