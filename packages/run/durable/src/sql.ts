/** Queries a PostgreSQL database, and creates the tables before the first query. */
import type { SqlDriver } from "@helve/store";
import { codeOf, networkCodes, untilReachable } from "./until-reachable.ts";

/** The rows that a query returns. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

/**
 * Queries of one database. The tables are created before the first one. While the database can't be reached, as during its restart, a query
 * is repeated, so each query must have the same effect when it is repeated.
 */
export class Sql {
  readonly #driver: SqlDriver;
  readonly #tables: readonly string[];
  #created: Promise<void> | undefined;

  /** @param tables - statements that create what is missing */
  constructor(driver: SqlDriver, tables: readonly string[]) {
    this.#driver = driver;
    this.#tables = tables;
  }

  /** @throws what the database says; the reason of the signal, if it is aborted while the database can't be reached */
  async query(text: string, values: readonly unknown[] = [], signal?: AbortSignal): Promise<Rows> {
    this.#created ??= this.#create();
    await this.#created.catch((error: unknown) => {
      this.#created = undefined; // the next query tries again
      throw error;
    });
    return this.#run(text, values, signal);
  }

  async #create(): Promise<void> {
    for (const statement of this.#tables) {
      for (let attempt = 1; ; attempt++) {
        try {
          await this.#run(statement, []);
          break;
        } catch (error) {
          // Another process creates the same table at the same time.
          if (attempt === maxAttempts || !clashes.has(codeOf(error))) throw error;
        }
      }
    }
  }

  #run(text: string, values: readonly unknown[], signal?: AbortSignal): Promise<Rows> {
    return untilReachable(async () => (await this.#driver.query(text, values)).rows, isUnreachable, signal);
  }
}

const maxAttempts = 20;

/** Codes of PostgreSQL: unique violation, duplicate table and object, concurrent update of the catalog. */
const clashes: ReadonlySet<string> = new Set(["23505", "42P07", "42710", "XX000"]);

/** Whether a query failed because there was no connection: the codes of the network, and of a server that stops or starts. */
function isUnreachable(error: unknown): boolean {
  const code = codeOf(error);
  if (networkCodes.has(code) || code.startsWith("08") || code.startsWith("57P0") || code === "53300") return true;
  const message = error instanceof Error ? error.message : "";
  return /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error/.test(
    message,
  );
}
