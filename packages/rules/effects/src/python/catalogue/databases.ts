import type { CallEntry, EffectEntry } from "../../engine/call-entry.ts";

const databases: ReadonlySet<string> = new Set(["documents", "keys", "sql", "sqlite3.Connection"]);

/** The dotted name of a method. A part of a database has the methods of the whole: `client.shop.orders.drop()`. */
export function methodOfType(type: string, name: string): string {
  return `${type}.${databases.has(type) ? name.slice(name.lastIndexOf(".") + 1) : name}`;
}

const statements: readonly EffectEntry[] = [{ kind: "statements", argument: "statement" }];
const possibleStatements: readonly EffectEntry[] = [{ kind: "statements", argument: "statement", onlySql: true }];
const named = "statement|sql|query|operation|clause";

/** The methods of a type, as names of the catalogue. */
function methods(type: string, names: string): string {
  return names
    .split(" ")
    .map((name) => `${type}.${name}`)
    .join(" ");
}

function change(kind: "insert" | "update" | "delete" | "drop", what: string, filter?: string): readonly EffectEntry[] {
  const all = kind === "drop";
  return [{ kind: "database", change: kind, what, all, filter }];
}

function allRows(kind: "update" | "delete"): readonly EffectEntry[] {
  return [{ kind: "database", change: kind, what: "the rows of a table", all: true }];
}

/** Functions that send statements to databases or change them without statements. */
export const databaseCalls: readonly CallEntry[] = [
  // Connections
  {
    calls: "sqlite3.connect duckdb.connect aiosqlite.connect",
    parameters: "path|database",
    effects: [{ kind: "write", target: "path", mode: "change", onlyIf: "path" }],
    returns: "sqlite3.Connection",
  },
  {
    calls:
      "psycopg2.connect psycopg.connect psycopg.AsyncConnection.connect MySQLdb.connect pymysql.connect mysql.connector.connect asyncpg.connect " +
      "asyncpg.create_pool pyodbc.connect oracledb.connect cx_Oracle.connect pymssql.connect snowflake.connector.connect clickhouse_connect.get_client",
    parameters: "dsn host port",
    effects: [{ kind: "network", direction: "out", protocol: "sql", url: "dsn", host: "host", configured: true }],
    returns: "sql",
  },
  {
    calls: "sqlalchemy.create_engine sqlalchemy.ext.asyncio.create_async_engine sqlmodel.create_engine",
    parameters: "url",
    returns: "sql",
  },
  {
    calls:
      "sqlalchemy.orm.Session sqlmodel.Session sqlalchemy.ext.asyncio.AsyncSession databases.Database records.Database",
    parameters: "url|bind",
    returns: "sql",
  },
  { calls: "django.db.connection.cursor pyspark.sql.SparkSession.builder.getOrCreate", returns: "sql" },
  {
    calls: "google.cloud.bigquery.Client",
    parameters: "project",
    effects: [{ kind: "network", direction: "out", protocol: "sql", configured: true }],
    returns: "sql",
  },
  {
    calls: methods("sql", "delete_dataset delete_table delete_routine delete_model"),
    effects: [{ kind: "database", change: "drop", what: "a table or a dataset", all: true }],
  },
  ...["sql", "sqlite3.Connection"].map(
    (type): CallEntry => ({
      calls: methods(type, "cursor connect begin acquire raw_connection getconn execution_options transaction"),
      returns: type,
    }),
  ),

  // Statements
  ...["sql", "sqlite3.Connection"].map(
    (type): CallEntry => ({
      calls: methods(
        type,
        "execute executemany executescript exec_driver_sql execute_batch command sql fetch fetchrow fetchval fetch_all fetch_one scalar scalars",
      ),
      parameters: named,
      effects: statements,
    }),
  ),
  { calls: "sql.query sqlite3.Connection.query", parameters: named, effects: statements, returns: "rows" },
  {
    calls: "*.execute *.executemany *.executescript *.exec_driver_sql *.sql",
    parameters: named,
    effects: possibleStatements,
  },
  {
    calls: "pandas.read_sql pandas.read_sql_query pandas.io.sql.execute polars.read_database polars.read_database_uri",
    parameters: named,
    effects: possibleStatements,
    returns: "frame",
  },
  { calls: "duckdb.sql duckdb.execute duckdb.query", parameters: named, effects: statements },
  {
    calls: "psycopg2.extras.execute_values psycopg2.extras.execute_batch",
    parameters: "cursor statement|sql",
    effects: statements,
  },

  // Objects and migrations
  { calls: "*.objects.all *.session.query", returns: "rows" },
  {
    calls: methods("rows", "all order_by select_related prefetch_related using join options"),
    returns: "rows",
  },
  { calls: "rows.delete *.objects.delete *.query.delete", effects: allRows("delete") },
  { calls: "rows.update *.objects.update *.query.update", effects: allRows("update") },
  {
    calls: "sqlalchemy.delete sqlalchemy.update sqlalchemy.sql.delete sqlalchemy.sql.update",
    returns: "statement of all rows",
  },
  { calls: "*.drop_all", parameters: "bind", effects: change("drop", "all tables of the models") },
  {
    calls: "django.core.management.call_command",
    parameters: "*words",
    effects: [{ kind: "command", words: "python manage.py", arguments: "words" }],
  },
  {
    calls: "django.core.management.execute_from_command_line",
    parameters: "words",
    effects: [{ kind: "command", words: "python", arguments: "words" }],
  },
  {
    calls: "alembic.command.downgrade",
    parameters: "config *words",
    effects: [{ kind: "command", words: "alembic downgrade", arguments: "words" }],
  },
  {
    calls: "alembic.config.main",
    parameters: "words|argv",
    effects: [{ kind: "command", words: "alembic", arguments: "words" }],
  },

  // Documents
  {
    calls: "pymongo.MongoClient motor.motor_asyncio.AsyncIOMotorClient pymongo.AsyncMongoClient",
    parameters: "host port",
    effects: [{ kind: "network", direction: "out", protocol: "mongodb", host: "host", port: "port", configured: true }],
    returns: "documents",
  },
  {
    calls: methods("documents", "get_database get_collection get_default_database with_options"),
    returns: "documents",
  },
  {
    calls: methods("documents", "drop_database drop drop_collection drop_indexes"),
    effects: change("drop", "a database or a collection"),
  },
  { calls: "documents.delete_many", parameters: "filter", effects: change("delete", "documents", "filter") },
  { calls: "*.delete_many", parameters: "filter", effects: change("delete", "documents", "filter") },
  { calls: "documents.update_many", parameters: "filter", effects: change("update", "documents", "filter") },
  { calls: methods("documents", "delete_one find_one_and_delete"), effects: change("delete", "a document") },
  {
    calls: methods("documents", "update_one replace_one find_one_and_update find_one_and_replace bulk_write rename"),
    effects: change("update", "documents"),
  },
  { calls: methods("documents", "insert_one insert_many"), effects: change("insert", "documents") },

  // Keys
  {
    calls: "redis.Redis redis.StrictRedis redis.asyncio.Redis valkey.Valkey redis.RedisCluster",
    parameters: "host port",
    effects: [{ kind: "network", direction: "out", protocol: "redis", host: "host", port: "port", configured: true }],
    returns: "keys",
  },
  {
    calls: "redis.from_url redis.Redis.from_url redis.asyncio.from_url",
    parameters: "url",
    effects: [{ kind: "network", direction: "out", protocol: "redis", url: "url" }],
    returns: "keys",
  },
  { calls: methods("keys", "pipeline client"), returns: "keys" },
  { calls: methods("keys", "flushall flushdb"), effects: change("drop", "all keys") },
  {
    calls: methods("keys", "execute_command"),
    parameters: "*words",
    effects: [{ kind: "command", words: "redis-cli", arguments: "words" }],
  },
  { calls: methods("keys", "delete unlink hdel getdel ltrim spop expire"), effects: change("delete", "keys") },
  {
    calls: methods("keys", "set hset lpush rpush sadd zadd incr mset setex append"),
    effects: change("insert", "keys"),
  },

  // Search
  {
    calls: "elasticsearch.Elasticsearch opensearchpy.OpenSearch elasticsearch.AsyncElasticsearch",
    parameters: "host|hosts",
    effects: [{ kind: "network", direction: "out", protocol: "http", host: "host", configured: true }],
    returns: "indices",
  },
  { calls: "indices.indices.delete", effects: change("drop", "an index") },
  { calls: "indices.delete_by_query", effects: change("delete", "documents") },
  { calls: "indices.delete", effects: change("delete", "a document") },
];
