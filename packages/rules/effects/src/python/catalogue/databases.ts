/** Finds the catalogue name of a database method: `client.shop.orders.drop` is a method of a collection. */
import type { CallEntry } from "../../engine/call-entry.ts";
import {
  call,
  changes,
  changesAllRows,
  changesData,
  commands,
  maybeStatements,
  methods,
  returns,
  sends,
  statements,
} from "../../engine/rows.ts";

const databases: ReadonlySet<string> = new Set(["documents", "keys", "sql", "sqlite3.Connection"]);

/** Returns the dotted name of a method. A part of a database has the methods of the whole: `client.shop.orders.drop()`. */
export function methodOfType(type: string, name: string): string {
  return `${type}.${databases.has(type) ? name.slice(name.lastIndexOf(".") + 1) : name}`;
}

const named = "statement|sql|query|operation|clause";

/** Functions that send statements to databases or change them without statements. */
export const databaseCalls: readonly CallEntry[] = [
  // Connections
  call(
    "sqlite3.connect duckdb.connect aiosqlite.connect",
    "path|database",
    changes("path", undefined, { onlyIf: "path" }),
    returns("sqlite3.Connection"),
  ),
  call(
    "psycopg2.connect psycopg.connect psycopg.AsyncConnection.connect MySQLdb.connect pymysql.connect mysql.connector.connect asyncpg.connect " +
      "asyncpg.create_pool pyodbc.connect oracledb.connect cx_Oracle.connect pymssql.connect snowflake.connector.connect clickhouse_connect.get_client",
    "dsn host port",
    sends({ protocol: "sql", url: "dsn", host: "host", configured: true }),
    returns("sql"),
  ),
  call(
    "sqlalchemy.create_engine sqlalchemy.ext.asyncio.create_async_engine sqlmodel.create_engine",
    "url",
    returns("sql"),
  ),
  call(
    "sqlalchemy.orm.Session sqlmodel.Session sqlalchemy.ext.asyncio.AsyncSession databases.Database records.Database",
    "url|bind",
    returns("sql"),
  ),
  call("django.db.connection.cursor pyspark.sql.SparkSession.builder.getOrCreate", "", returns("sql")),
  call("google.cloud.bigquery.Client", "project", sends({ protocol: "sql", configured: true }), returns("sql")),
  call(
    methods("sql", "delete_dataset delete_table delete_routine delete_model"),
    "",
    changesData("drop", "a table or a dataset"),
  ),
  ...["sql", "sqlite3.Connection"].map(
    (type): CallEntry =>
      call(
        methods(type, "cursor connect begin acquire raw_connection getconn execution_options transaction"),
        "",
        returns(type),
      ),
  ),

  // Statements
  ...["sql", "sqlite3.Connection"].map(
    (type): CallEntry =>
      call(
        methods(
          type,
          "execute executemany executescript exec_driver_sql execute_batch command sql fetch fetchrow fetchval fetch_all fetch_one scalar scalars",
        ),
        named,
        statements("statement"),
      ),
  ),
  call("sql.query sqlite3.Connection.query", named, statements("statement"), returns("rows")),
  call("*.execute *.executemany *.executescript *.exec_driver_sql *.sql", named, maybeStatements("statement")),
  call(
    "pandas.read_sql pandas.read_sql_query pandas.io.sql.execute polars.read_database polars.read_database_uri",
    named,
    maybeStatements("statement"),
    returns("frame"),
  ),
  call("duckdb.sql duckdb.execute duckdb.query", named, statements("statement")),
  call("psycopg2.extras.execute_values psycopg2.extras.execute_batch", "cursor statement|sql", statements("statement")),

  // Objects and migrations
  call("*.objects.all *.session.query", "", returns("rows")),
  call(methods("rows", "all order_by select_related prefetch_related using join options"), "", returns("rows")),
  call("rows.delete *.objects.delete *.query.delete", "", changesAllRows("delete")),
  call("rows.update *.objects.update *.query.update", "", changesAllRows("update")),
  call(
    "sqlalchemy.delete sqlalchemy.update sqlalchemy.sql.delete sqlalchemy.sql.update",
    "",
    returns("statement of all rows"),
  ),
  call("*.drop_all", "bind", changesData("drop", "all tables of the models")),
  call("django.core.management.call_command", "*words", commands("python manage.py", "words")),
  call("django.core.management.execute_from_command_line", "words", commands("python", "words")),
  call("alembic.command.downgrade", "config *words", commands("alembic downgrade", "words")),
  call("alembic.config.main", "words|argv", commands("alembic", "words")),

  // Documents
  call(
    "pymongo.MongoClient motor.motor_asyncio.AsyncIOMotorClient pymongo.AsyncMongoClient",
    "host port",
    sends({ protocol: "mongodb", host: "host", port: "port", configured: true }),
    returns("documents"),
  ),
  call(methods("documents", "get_database get_collection get_default_database with_options"), "", returns("documents")),
  call(
    methods("documents", "drop_database drop drop_collection drop_indexes"),
    "",
    changesData("drop", "a database or a collection"),
  ),
  call("documents.delete_many *.delete_many", "filter", changesData("delete", "documents", "filter")),
  call("documents.update_many", "filter", changesData("update", "documents", "filter")),
  call(methods("documents", "delete_one find_one_and_delete"), "", changesData("delete", "a document")),
  call(
    methods("documents", "update_one replace_one find_one_and_update find_one_and_replace bulk_write rename"),
    "",
    changesData("update", "documents"),
  ),
  call(methods("documents", "insert_one insert_many"), "", changesData("insert", "documents")),

  // Keys
  call(
    "redis.Redis redis.StrictRedis redis.asyncio.Redis valkey.Valkey redis.RedisCluster",
    "host port",
    sends({ protocol: "redis", host: "host", port: "port", configured: true }),
    returns("keys"),
  ),
  call(
    "redis.from_url redis.Redis.from_url redis.asyncio.from_url",
    "url",
    sends({ protocol: "redis", url: "url" }),
    returns("keys"),
  ),
  call(methods("keys", "pipeline client"), "", returns("keys")),
  call(methods("keys", "flushall flushdb"), "", changesData("drop", "all keys")),
  call(methods("keys", "execute_command"), "*words", commands("redis-cli", "words")),
  call(methods("keys", "delete unlink hdel getdel ltrim spop expire"), "", changesData("delete", "keys")),
  call(methods("keys", "set hset lpush rpush sadd zadd incr mset setex append"), "", changesData("insert", "keys")),

  // Search
  call(
    "elasticsearch.Elasticsearch opensearchpy.OpenSearch elasticsearch.AsyncElasticsearch",
    "host|hosts",
    sends({ protocol: "http", host: "host", configured: true }),
    returns("indices"),
  ),
  call("indices.indices.delete", "", changesData("drop", "an index")),
  call("indices.delete_by_query", "", changesData("delete", "documents")),
  call("indices.delete", "", changesData("delete", "a document")),
];
