import type { CallEntry } from "../../engine/call-entry.ts";
import {
  call,
  changes,
  changesAllRows,
  changesData,
  maybeStatements,
  returns,
  runs,
  sends,
  statements,
} from "../../engine/rows.ts";

const server = sends({ protocol: "sql", url: "dsn", host: "host", configured: true });

/** The effects of PHP functions that send statements to databases or change them without statements. */
export const databaseCalls: readonly CallEntry[] = [
  call("PDO", "dsn user password", server, returns("PDO")),
  call("PDO-file SQLite3 sqlite_open", "path", changes("path", undefined, { onlyIf: "path" }), returns("PDO")),
  call("mysqli mysqli_connect mysql_connect", "host user password", server, returns("PDO")),
  call(
    "pg_connect pg_pconnect DriverManager.getConnection oci_connect sqlsrv_connect odbc_connect",
    "dsn",
    server,
    returns("PDO"),
  ),
  call(
    "PDO.exec PDO.query PDO.prepare PDO.multi_query PDO.real_query PDO.querySingle PDO.executeStatement PDO.executeQuery PDO.execute_query",
    "statement",
    statements("statement"),
    returns("PDO"),
  ),
  call(
    "mysqli_query mysqli_multi_query mysqli_real_query mysqli_prepare pg_prepare sqlsrv_query odbc_exec oci_parse",
    "connection statement",
    statements("statement"),
  ),
  call("pg_query pg_query_params pg_send_query mysql_query", "statement others", maybeStatements("statement others")),
  call(
    "*.exec *.prepare *.multi_query *.executeStatement *.executeQuery *.get_results *.get_var *.get_row *.statement *.unprepared *.select dbdelta",
    "statement",
    maybeStatements("statement"),
  ),
  call("*.query", "statement", maybeStatements("statement"), returns("rows")),

  // Laravel
  call(
    "DB.statement DB.unprepared DB.select DB.selectOne DB.insert DB.update DB.delete DB.raw DB.affectingStatement",
    "statement",
    statements("statement"),
  ),
  call("DB.connection", "", returns("DB")),
  call("DB.table Model.query Model.all Model.newQuery Model.withTrashed", "", returns("rows")),
  call("rows.delete rows.forceDelete rows.truncate Model.truncate", "", changesAllRows("delete")),
  call("rows.update", "", changesAllRows("update")),
  call("rows.insert rows.insertGetId rows.upsert", "", changesData("insert", "a row of a table")),
  call(
    "rows.where rows.whereIn rows.whereNull rows.whereNotIn rows.whereRaw rows.whereDate rows.find Model.where Model.whereIn Model.find Model.findOrFail",
    "",
    returns("some-rows"),
  ),
  call("some-rows.delete some-rows.forceDelete Model.destroy", "", changesData("delete", "rows of a table")),
  call("some-rows.update", "", changesData("update", "rows of a table")),
  call(
    "Schema.drop Schema.dropIfExists Schema.dropAllTables Schema.dropAllViews Schema.dropColumns Schema.dropDatabaseIfExists",
    "",
    changesData("drop", "a table"),
  ),
  call("Schema.connection", "", returns("Schema")),
  call("Schema.create Schema.table Schema.rename", "", changesData("update", "a table")),
  call(
    "Cache.flush Cache.clear Redis.flushall Redis.flushdb Redis.flushAll Redis.flushDB *.flushAll *.flushDB",
    "",
    changesData("drop", "all keys"),
  ),

  // WordPress
  call(
    "wp_delete_post wp_trash_post wp_delete_user wpmu_delete_user wp_delete_term wp_delete_comment wp_delete_attachment delete_option delete_site_option delete_post_meta delete_user_meta delete_transient",
    "",
    changesData("delete", "rows of a table"),
  ),
  call(
    "update_option update_site_option update_post_meta update_user_meta wp_update_post wp_update_user wp_set_password",
    "",
    changesData("update", "rows of a table"),
  ),
  call(
    "add_option wp_insert_post wp_insert_user wp_create_user wp_insert_term add_post_meta set_transient",
    "",
    changesData("insert", "a row of a table"),
  ),
  call("activate_plugin switch_theme", "path", runs("program", "path")),
  call("wp_schedule_event wp_schedule_single_event", "", { kind: "persist", where: "schedule" }),

  // Documents
  call("MongoDB.Client", "dsn", sends({ protocol: "mongodb", url: "dsn", configured: true })),
  call("*.deleteMany", "", changesData("delete", "documents")),
  call("*.dropCollection *.dropDatabase *.dropTable", "", changesData("drop", "a database or a collection")),
];
