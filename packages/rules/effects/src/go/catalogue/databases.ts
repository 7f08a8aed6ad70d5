import type { CallEntry } from "../../engine/call-entry.ts";
import {
  call,
  changes,
  changesAllRows,
  changesData,
  maybeStatements,
  methods,
  returns,
  sends,
  statements,
} from "../../engine/rows.ts";

const connects = sends({ protocol: "sql", url: "address", configured: true });

const orm = "gorm.io/gorm.DB";
const filtered = "gorm.io/gorm.Where";

/** The effects of Go functions that send statements to databases or change them without statements. */
export const databaseCalls: readonly CallEntry[] = [
  // Connections
  call(
    "database/sql.Open github.com/jmoiron/sqlx.Open github.com/jmoiron/sqlx.Connect github.com/jmoiron/sqlx.MustConnect",
    "driver address",
    connects,
    returns("database/sql.DB"),
  ),
  call("go.openSqlite", "driver path", changes("path"), returns("database/sql.DB")),
  call(
    "github.com/jackc/pgx/v5.Connect github.com/jackc/pgx/v5/pgxpool.New github.com/jackc/pgx/v4.Connect github.com/jackc/pgx/v4/pgxpool.Connect",
    "context address",
    connects,
    returns("github.com/jackc/pgx.Conn"),
  ),
  call(
    "database/sql.DB database/sql.Tx database/sql.Conn github.com/jmoiron/sqlx.DB github.com/jmoiron/sqlx.Tx",
    "",
    returns("database/sql.DB"),
  ),
  call(
    "github.com/jackc/pgx/v5.Conn github.com/jackc/pgx/v5.Tx github.com/jackc/pgx/v5/pgxpool.Pool",
    "",
    returns("github.com/jackc/pgx.Conn"),
  ),
  call(methods("database/sql.DB", "Begin BeginTx Beginx MustBegin Conn Unsafe"), "", returns("database/sql.DB")),
  call(methods("github.com/jackc/pgx.Conn", "Begin BeginTx Acquire Conn"), "", returns("github.com/jackc/pgx.Conn")),

  // Statements
  call(
    methods("database/sql.DB", "Exec Query QueryRow Prepare MustExec Queryx QueryRowx Preparex NamedExec NamedQuery"),
    "statement *values",
    statements("statement"),
    returns("database/sql.Rows"),
  ),
  call(
    methods(
      "database/sql.DB",
      "ExecContext QueryContext QueryRowContext PrepareContext MustExecContext QueryxContext NamedExecContext",
    ),
    "context statement *values",
    statements("statement"),
    returns("database/sql.Rows"),
  ),
  call(methods("database/sql.DB", "Get Select"), "into statement *values", statements("statement")),
  call(
    methods("github.com/jackc/pgx.Conn", "Exec Query QueryRow Prepare"),
    "context statement *values",
    statements("statement"),
    returns("database/sql.Rows"),
  ),
  call("*.Exec *.MustExec *.Query *.QueryRow", "statement *values", maybeStatements("statement")),
  call("*.ExecContext *.QueryContext *.QueryRowContext", "context statement", maybeStatements("statement")),

  // `gorm`
  call(
    "gorm.io/gorm.Open github.com/jinzhu/gorm.Open",
    "dialect address",
    sends({ protocol: "sql", configured: true }),
    returns(orm),
  ),
  call(`${orm} github.com/jinzhu/gorm.DB`, "", returns(orm)),
  call("gorm.io/driver/sqlite.Open", "path", changes("path")),
  call(methods(orm, "Exec Raw"), "statement *values", statements("statement"), returns(orm)),
  call(
    methods(
      orm,
      "Model Table Session WithContext Unscoped Debug Begin Preload Joins Select Omit Order Migrator Clauses Find",
    ),
    "",
    returns(orm),
  ),
  call(methods(orm, "Where Not Or First Last Take Limit"), "condition", returns(filtered)),
  call(methods(filtered, "Model Where Not Or Order Limit Unscoped Table"), "", returns(filtered)),
  call(methods(orm, "Delete"), "model filter", changesAllRows("delete", "filter")),
  call(methods(filtered, "Delete"), "model", changesData("delete", "the rows of a table")),
  call(methods(orm, "Update Updates UpdateColumn UpdateColumns"), "values", changesAllRows("update")),
  call(
    methods(filtered, "Update Updates UpdateColumn UpdateColumns"),
    "values",
    changesData("update", "the rows of a table"),
  ),
  call(
    methods(orm, "Create CreateInBatches Save FirstOrCreate"),
    "model",
    changesData("insert", "the rows of a table"),
  ),
  call(methods(orm, "DropTable DropTableIfExists DropColumn"), "model", changesData("drop", "a table")),
  call(methods(orm, "AutoMigrate CreateTable"), "model"),

  // Documents and keys
  call(
    "go.mongodb.org/mongo-driver/mongo.Connect go.mongodb.org/mongo-driver/v2/mongo.Connect",
    "context options",
    sends({ protocol: "mongodb", configured: true }),
    returns("mongo"),
  ),
  call(
    "go.mongodb.org/mongo-driver/mongo.Client go.mongodb.org/mongo-driver/mongo.Database go.mongodb.org/mongo-driver/mongo.Collection mongo.Database mongo.Collection",
    "",
    returns("mongo"),
  ),
  call("mongo.Drop", "context", changesData("drop", "a collection or a database")),
  call(
    "mongo.DeleteMany mongo.DeleteOne",
    "context filter",
    changesData("delete", "the documents of a collection", "filter"),
  ),
  call(
    "mongo.UpdateMany mongo.UpdateOne mongo.ReplaceOne",
    "context filter",
    changesData("update", "the documents of a collection", "filter"),
  ),
  call("mongo.InsertOne mongo.InsertMany", "context document", changesData("insert", "the documents of a collection")),
  call(
    "github.com/redis/go-redis/v9.NewClient github.com/go-redis/redis/v8.NewClient github.com/go-redis/redis.NewClient",
    "options",
    sends({ protocol: "redis", host: "options.Addr", configured: true }),
    returns("redis"),
  ),
  call("github.com/redis/go-redis/v9.Client github.com/go-redis/redis/v8.Client", "", returns("redis")),
  call("redis.FlushAll redis.FlushDB redis.FlushAllAsync", "context", changesData("drop", "all keys")),
  call("redis.Del redis.Unlink", "context *keys", changesData("delete", "keys")),
];
