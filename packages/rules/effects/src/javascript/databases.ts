/** Recognizes methods that change a database without a statement by their names: `users.deleteMany()`. */
import type { DatabaseEffect } from "../effects.ts";
import { emit, type Interpreter, type SortedCall } from "../engine/interpreter.ts";
import type { Span } from "../engine/ir.ts";
import { objectField } from "../engine/library-call.ts";
import { exactValue, isTrue, type Value } from "../engine/value.ts";

type Change = DatabaseEffect["change"];

const drops: ReadonlyMap<string, string> = new Map([
  ["drop", "a collection"],
  ["dropDatabase", "a database"],
  ["dropCollection", "a collection"],
  ["dropTable", "a table"],
  ["dropTableIfExists", "a table"],
  ["dropSchema", "a schema"],
  ["dropAllSchemas", "all schemas"],
  ["flushall", "all keys"],
  ["flushAll", "all keys"],
  ["flushdb", "all keys of a database"],
  ["flushDb", "all keys of a database"],
]);

const changesRows: ReadonlyMap<string, Change> = new Map([
  ["deleteMany", "delete"],
  ["destroyAll", "delete"],
  ["updateMany", "update"],
]);

/** Emits the changes that a method of a database client makes. */
export function emitDatabaseCall({ name: by, positional: [first], span, interpreter }: SortedCall): void {
  const emitChange = (change: Change, what: string): void =>
    emit(interpreter, { kind: "database", by, change, what, all: true, start: span.start, end: span.end });
  const dropped = drops.get(by);
  if (dropped !== undefined && (by !== "drop" || first === undefined)) emitChange("drop", dropped);
  const change = changesRows.get(by);
  if (change !== undefined && !isRestricted(first)) emitChange(change, "the rows of a table");
  if (by === "sync" && isTrue(objectField(first, "force"))) emitChange("drop", "all tables");
  const isWhole = isTrue(objectField(first, "truncate")) || objectField(first, "where") !== undefined;
  if (by === "destroy" && isWhole && !isRestricted(objectField(first, "where")))
    emitChange("delete", "the rows of a table");
}

/** Whether a filter restricts the selection: an object with a field other than an empty `where`. */
function isRestricted(filter: Value | undefined): boolean {
  if (filter === undefined) return false;
  return (
    filter.mayBeUnknown ||
    filter.alternatives.some((each) => {
      if (each.kind !== "dict") return each.kind !== "constant";
      const inner = each.entries.get("where") ?? each.entries.get("filter");
      return inner === undefined ? each.entries.size > 0 && !each.entries.has("data") : isRestricted(inner);
    })
  );
}

/** Methods that restrict a query to some rows. */
const restricts = /^(where|andWhere|orWhere|having|limit|whereIn|whereNot|first)/;

const changesQuery: ReadonlyMap<string, Change> = new Map([
  ["del", "delete"],
  ["delete", "delete"],
  ["update", "update"],
  ["truncate", "truncate"],
]);

/**
 * Emits what a call of the query builder `knex` changes: `knex("users").where({ id }).del()`. A query with a condition has the
 * name `knex.restricted`.
 *
 * @returns the query; `undefined` for other functions
 */
export function callQueryBuilder(name: string, { start, end }: Span, interpreter: Interpreter): Value | undefined {
  if (!/^knex(\.|$)/.test(name)) return undefined;
  const by = name.slice(name.lastIndexOf(".") + 1);
  const isRestrictedQuery = name.startsWith("knex.restricted");
  const change = changesQuery.get(by);
  if (change !== undefined && !isRestrictedQuery)
    emit(interpreter, { kind: "database", by, change, what: "the rows of a table", all: true, start, end });
  const query = isRestrictedQuery || restricts.test(by) ? "knex.restricted" : "knex.query";
  return exactValue({ kind: "library", name: query });
}
