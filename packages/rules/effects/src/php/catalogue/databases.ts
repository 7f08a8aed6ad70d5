import type { CallEntry, EffectEntry } from "../../engine/call-entry.ts";

const statements: readonly EffectEntry[] = [{ kind: "statements", argument: "statement" }];
const possibleStatements: readonly EffectEntry[] = [{ kind: "statements", argument: "statement", onlySql: true }];
const server: readonly EffectEntry[] = [
  { kind: "network", direction: "out", protocol: "sql", url: "dsn", host: "host", configured: true },
];
const file: readonly EffectEntry[] = [{ kind: "write", target: "path", mode: "change", onlyIf: "path" }];

function change(kind: "insert" | "update" | "delete" | "drop", what: string, all: boolean): readonly EffectEntry[] {
  return [{ kind: "database", change: kind, what, all }];
}

/** Functions that send statements to databases or change them without statements. */
export const databaseCalls: readonly CallEntry[] = [
  { calls: "PDO", parameters: "dsn user password", effects: server, returns: "PDO" },
  { calls: "PDO-file SQLite3 sqlite_open", parameters: "path", effects: file, returns: "PDO" },
  { calls: "mysqli mysqli_connect mysql_connect", parameters: "host user password", effects: server, returns: "PDO" },
  {
    calls: "pg_connect pg_pconnect DriverManager.getConnection oci_connect sqlsrv_connect odbc_connect",
    parameters: "dsn",
    effects: server,
    returns: "PDO",
  },
  {
    calls:
      "PDO.exec PDO.query PDO.prepare PDO.multi_query PDO.real_query PDO.querySingle PDO.executeStatement PDO.executeQuery PDO.execute_query",
    parameters: "statement",
    effects: statements,
    returns: "PDO",
  },
  {
    calls:
      "mysqli_query mysqli_multi_query mysqli_real_query mysqli_prepare pg_prepare sqlsrv_query odbc_exec oci_parse",
    parameters: "connection statement",
    effects: statements,
  },
  {
    calls: "pg_query pg_query_params pg_send_query mysql_query",
    parameters: "statement others",
    effects: [{ kind: "statements", argument: "statement others", onlySql: true }],
  },
  {
    calls:
      "*.exec *.prepare *.multi_query *.executeStatement *.executeQuery *.get_results *.get_var *.get_row *.statement *.unprepared *.select",
    parameters: "statement",
    effects: possibleStatements,
  },
  { calls: "*.query", parameters: "statement", effects: possibleStatements, returns: "rows" },
  { calls: "dbdelta", parameters: "statement", effects: possibleStatements },

  // Laravel
  {
    calls:
      "DB.statement DB.unprepared DB.select DB.selectOne DB.insert DB.update DB.delete DB.raw DB.affectingStatement",
    parameters: "statement",
    effects: statements,
  },
  { calls: "DB.connection", returns: "DB" },
  { calls: "DB.table Model.query Model.all Model.newQuery Model.withTrashed", returns: "rows" },
  { calls: "rows.delete rows.forceDelete", effects: change("delete", "the rows of a table", true) },
  { calls: "rows.update", effects: change("update", "the rows of a table", true) },
  { calls: "rows.truncate Model.truncate", effects: change("delete", "the rows of a table", true) },
  { calls: "rows.insert rows.insertGetId rows.upsert", effects: change("insert", "a row of a table", false) },
  {
    calls:
      "rows.where rows.whereIn rows.whereNull rows.whereNotIn rows.whereRaw rows.whereDate rows.find Model.where Model.whereIn Model.find Model.findOrFail",
    returns: "some-rows",
  },
  {
    calls: "some-rows.delete some-rows.forceDelete Model.destroy",
    effects: change("delete", "rows of a table", false),
  },
  { calls: "some-rows.update", effects: change("update", "rows of a table", false) },
  {
    calls:
      "Schema.drop Schema.dropIfExists Schema.dropAllTables Schema.dropAllViews Schema.dropColumns Schema.dropDatabaseIfExists",
    effects: change("drop", "a table", true),
  },
  { calls: "Schema.connection", returns: "Schema" },
  { calls: "Schema.create Schema.table Schema.rename", effects: change("update", "a table", false) },
  {
    calls: "Cache.flush Cache.clear Redis.flushall Redis.flushdb Redis.flushAll Redis.flushDB *.flushAll *.flushDB",
    effects: change("drop", "all keys", true),
  },

  // WordPress
  {
    calls:
      "wp_delete_post wp_trash_post wp_delete_user wpmu_delete_user wp_delete_term wp_delete_comment wp_delete_attachment delete_option delete_site_option delete_post_meta delete_user_meta delete_transient",
    effects: change("delete", "rows of a table", false),
  },
  {
    calls:
      "update_option update_site_option update_post_meta update_user_meta wp_update_post wp_update_user wp_set_password",
    effects: change("update", "rows of a table", false),
  },
  {
    calls: "add_option wp_insert_post wp_insert_user wp_create_user wp_insert_term add_post_meta set_transient",
    effects: change("insert", "a row of a table", false),
  },
  {
    calls: "activate_plugin switch_theme",
    parameters: "path",
    effects: [{ kind: "run", what: "program", argument: "path" }],
  },
  { calls: "wp_schedule_event wp_schedule_single_event", effects: [{ kind: "persist", where: "schedule" }] },

  // Documents
  {
    calls: "MongoDB.Client",
    parameters: "dsn",
    effects: [{ kind: "network", direction: "out", protocol: "mongodb", url: "dsn", configured: true }],
  },
  { calls: "*.deleteMany", effects: change("delete", "documents", false) },
  { calls: "*.dropCollection *.dropDatabase *.dropTable", effects: change("drop", "a database or a collection", true) },
];
