import type { PendingQuestion } from "@helve/agent";
import type { SqlDriver } from "@helve/store";
import { defaultLimit, type QuestionStore } from "./question-store.ts";
import { Sql } from "./sql.ts";

/**
 * Stores the questions of runs in a table of PostgreSQL, `helve_questions`, which is created if it is missing.
 *
 * @param database - a `pg.Pool`
 */
export function postgresQuestions(database: SqlDriver): QuestionStore {
  const sql = new Sql(database, tables);
  return {
    async add(questions) {
      for (const { agent, run, part, question, askedAt } of questions) {
        const values = [agent, run, part, JSON.stringify(question.id), JSON.stringify(question), askedAt];
        await sql.query(addQuery, values);
      }
    },
    async close(run, part) {
      await sql.query("DELETE FROM helve_questions WHERE run = $1 AND part = $2::integer", [run, part]);
    },
    async list({ agent, run, limit = defaultLimit, after }) {
      const conditions: string[] = [];
      const values: unknown[] = [limit];
      const value = (given: unknown): string => `$${values.push(given)}`;
      if (agent !== undefined) conditions.push(`agent = ${value(agent)}`);
      if (run !== undefined) conditions.push(`run = ${value(run)}`);
      if (after !== undefined) {
        const place = [after.askedAt, after.run, after.part, JSON.stringify(after.question.id)].map(value);
        const [askedAt, lastRun, part, id] = place;
        conditions.push(
          `(asked_at, run, part, question_id) > (${askedAt}::bigint, ${lastRun}, ${part}::integer, ${id})`,
        );
      }
      const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
      const rows = await sql.query(
        `SELECT agent, run, part, question, asked_at FROM helve_questions ${where}
          ORDER BY asked_at, run, part, question_id LIMIT $1::integer`,
        values,
      );
      return rows.map((row) => ({
        agent: String(row["agent"]),
        run: String(row["run"]),
        part: Number(row["part"]),
        question: JSON.parse(String(row["question"])) as PendingQuestion,
        askedAt: Number(row["asked_at"]),
      }));
    },
  };
}

const tables = [
  `CREATE TABLE IF NOT EXISTS helve_questions (
    agent text NOT NULL,
    run text COLLATE "C" NOT NULL,
    part integer NOT NULL,
    question_id text COLLATE "C" NOT NULL,
    question text NOT NULL,
    asked_at bigint NOT NULL,
    PRIMARY KEY (run, part, question_id)
  )`,
  "CREATE INDEX IF NOT EXISTS helve_questions_asked ON helve_questions (agent, asked_at, run, part, question_id)",
];

const addQuery = `INSERT INTO helve_questions (agent, run, part, question_id, question, asked_at)
  VALUES ($1, $2, $3::integer, $4, $5, $6::bigint) ON CONFLICT DO NOTHING`;
