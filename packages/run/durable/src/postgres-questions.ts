import type { PendingQuestion } from "@helve/agent";
import type { SqlDriver } from "@helve/store";
import { defaultLimit, type QuestionStore, type WaitingQuestion } from "./question-store.ts";
import { type Rows, Sql } from "./sql.ts";

/**
 * Stores the questions of runs in a table of PostgreSQL, `helve_questions`, which is created if it is missing.
 *
 * @param database - a `pg.Pool`
 */
export function postgresQuestions(database: SqlDriver): QuestionStore {
  const sql = new Sql(database, tables);
  return {
    async add(questions) {
      for (const { agent, run, part, question, askedAt, to, escalation, expires } of questions) {
        const asked = [agent, run, part, JSON.stringify(question.id), JSON.stringify(question), askedAt];
        const assigned = [to, escalation?.at, escalation?.to, expires].map((value) => value ?? null);
        await sql.query(addQuery, [...asked, ...assigned]);
      }
    },
    async close(run, part) {
      await sql.query("DELETE FROM helve_questions WHERE run = $1 AND part = $2::integer", [run, part]);
    },
    async list({ agents, run, answerable, expiredAt, limit = defaultLimit, after }) {
      const conditions: string[] = [];
      const values: unknown[] = [limit];
      const value = (given: unknown): string => `$${values.push(given)}`;
      if (agents !== undefined) conditions.push(`agent = ANY(${value(agents)}::text[])`);
      if (run !== undefined) conditions.push(`run = ${value(run)}`);
      if (answerable !== undefined) {
        const [names, now] = [`${value(answerable.by)}::text[]`, `${value(answerable.at)}::bigint`];
        const isEscalated = `escalates_at <= ${now} AND escalates_to && ${names}`;
        conditions.push(`(answerers IS NULL OR answerers && ${names} OR (${isEscalated}))`);
      }
      if (expiredAt !== undefined) conditions.push(`expires_at <= ${value(expiredAt)}::bigint`);
      if (after !== undefined) {
        const place = [after.askedAt, after.run, after.part, JSON.stringify(after.question.id)].map(value);
        const [askedAt, lastRun, part, id] = place;
        conditions.push(
          `(asked_at, run, part, question_id) > (${askedAt}::bigint, ${lastRun}, ${part}::integer, ${id})`,
        );
      }
      const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
      const rows = await sql.query(
        `SELECT agent, run, part, question, asked_at, answerers, escalates_at, escalates_to, expires_at FROM helve_questions ${where}
          ORDER BY asked_at, run, part, question_id LIMIT $1::integer`,
        values,
      );
      return rows.map(questionOf);
    },
  };
}

/** Reads a question from its row in the database. */
function questionOf(row: Rows[number]): WaitingQuestion {
  const { answerers: to, escalates_at: at, escalates_to: later, expires_at: expires } = row;
  return {
    agent: String(row["agent"]),
    run: String(row["run"]),
    part: Number(row["part"]),
    question: JSON.parse(String(row["question"])) as PendingQuestion,
    askedAt: Number(row["asked_at"]),
    ...(to !== null && { to: to as readonly string[] }),
    ...(at !== null && { escalation: { at: Number(at), to: later as readonly string[] } }),
    ...(expires !== null && { expires: Number(expires) }),
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
    answerers text[],
    escalates_at bigint,
    escalates_to text[],
    expires_at bigint,
    PRIMARY KEY (run, part, question_id)
  )`,
  "CREATE INDEX IF NOT EXISTS helve_questions_asked ON helve_questions (asked_at, run, part, question_id)",
  "CREATE INDEX IF NOT EXISTS helve_questions_agent ON helve_questions (agent, asked_at)",
  "CREATE INDEX IF NOT EXISTS helve_questions_answerers ON helve_questions USING gin (answerers, escalates_to)",
  "CREATE INDEX IF NOT EXISTS helve_questions_unassigned ON helve_questions (asked_at) WHERE answerers IS NULL",
  "CREATE INDEX IF NOT EXISTS helve_questions_expires ON helve_questions (expires_at)",
];

const addQuery = `INSERT INTO helve_questions (agent, run, part, question_id, question, asked_at,
    answerers, escalates_at, escalates_to, expires_at)
  VALUES ($1, $2, $3::integer, $4, $5, $6::bigint, $7::text[], $8::bigint, $9::text[], $10::bigint) ON CONFLICT DO NOTHING`;
