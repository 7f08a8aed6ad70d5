// Queries that are built by calls: `knex("users").where({ id }).del()`.
import { emit, type Interpreter, type Span } from "./interpreter.ts";
import { libraryValue, type Value } from "./value.ts";

/** Methods that restrict a query to some rows. */
const restricts = /^(where|andWhere|orWhere|having|limit|whereIn|whereNot|first)/;

/** Methods that change the rows of a query. */
const changes: ReadonlyMap<string, "delete" | "update" | "truncate"> = new Map([
  ["del", "delete"],
  ["delete", "delete"],
  ["update", "update"],
  ["truncate", "truncate"],
]);

/**
 * Emits what a call of the query builder `knex` changes. A query with a condition has the name `knex.restricted`.
 *
 * @returns the query; `undefined` for other functions
 */
export function callQueryBuilder(name: string, span: Span, interpreter: Interpreter): Value | undefined {
  if (!/^knex(\.|$)/.test(name)) return;
  const method = name.slice(name.lastIndexOf(".") + 1);
  const isRestricted = name.startsWith("knex.restricted");
  const change = changes.get(method);
  if (change !== undefined && !isRestricted)
    emit(interpreter, { kind: "database", by: method, change, what: "the rows of a table", all: true }, span);
  return libraryValue(isRestricted || restricts.test(method) ? "knex.restricted" : "knex.query");
}
