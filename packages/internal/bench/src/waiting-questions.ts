import { postgresQuestions } from "@helve/durable";
import type pg from "pg";
import { timed } from "./interleave.ts";
import { markdown } from "./markdown.ts";

/** How many questions wait. */
const count = 100_000;
const rounds = 21;

/** A Markdown table of the times to list the first page of many waiting questions in PostgreSQL. */
export async function questionsTable(pool: pg.Pool): Promise<string> {
  const store = postgresQuestions({ query: (text, values) => pool.query(text, values && [...values]) });
  await store.list({});
  await pool.query(
    `INSERT INTO helve_questions (agent, run, part, question_id, question, asked_at, answerers, expires_at)
     SELECT 'agent ' || n % 20, 'run ' || n, 1, '"call"', $1, n, CASE WHEN n % 3 = 0 THEN NULL ELSE ARRAY['group ' || n % 50] END, 2 * n
     FROM generate_series(1, ${count}) AS n`,
    [
      JSON.stringify({
        id: "call",
        reason: "Pay 900 to Bob?",
        action: { name: "pay", args: { to: "Bob", amount: 900 } },
      }),
    ],
  );
  await pool.query("ANALYZE helve_questions");
  const filters = {
    "the oldest": {},
    "of one agent": { agents: ["agent 7"] },
    "of one run": { run: "run 70000" },
    "that a member of two groups may answer": { answerable: { by: ["ann", "group 7"], at: count } },
    "a page in the middle": {
      after: { askedAt: count / 2, run: `run ${count / 2}`, part: 1, question: { id: "call" } as never },
    },
    "for which it is too late": { expiredAt: count },
  };
  const rows: string[][] = [];
  for (const [name, filter] of Object.entries(filters)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await timed(() => store.list(filter)));
    times.sort((one, other) => one - other);
    rows.push([name, (times[Math.floor(rounds / 2)] ?? 0).toFixed(1), (times.at(-1) ?? 0).toFixed(1)]);
  }
  return markdown([`${count} questions wait; a page of them`, "ms (median)", "ms (most)"], rows);
}
