import type { CallEntry, EffectEntry } from "../../engine/call-entry.ts";

const statements: readonly EffectEntry[] = [{ kind: "statements", argument: "statement" }];
const possibleStatements: readonly EffectEntry[] = [{ kind: "statements", argument: "statement", onlySql: true }];
const connects: readonly EffectEntry[] = [
  { kind: "network", direction: "out", protocol: "sql", url: "address", configured: true },
];

/** The methods of a type, as names of the catalogue. */
function methods(type: string, names: string): string {
  return names
    .split(" ")
    .map((name) => `${type}.${name}`)
    .join(" ");
}

function rows(
  change: "insert" | "update" | "delete" | "drop",
  what: string,
  all: boolean,
  filter?: string,
): readonly EffectEntry[] {
  return [{ kind: "database", change, what, all, filter }];
}

const orm = "gorm.io/gorm.DB";
const filtered = "gorm.io/gorm.Where";

/** Functions that send statements to databases or change them without statements. */
export const databaseCalls: readonly CallEntry[] = [
  // Connections
  {
    calls:
      "database/sql.Open github.com/jmoiron/sqlx.Open github.com/jmoiron/sqlx.Connect github.com/jmoiron/sqlx.MustConnect",
    parameters: "driver address",
    effects: connects,
    returns: "database/sql.DB",
  },
  {
    calls: "go.openSqlite",
    parameters: "driver path",
    effects: [{ kind: "write", target: "path", mode: "change" }],
    returns: "database/sql.DB",
  },
  {
    calls:
      "github.com/jackc/pgx/v5.Connect github.com/jackc/pgx/v5/pgxpool.New github.com/jackc/pgx/v4.Connect github.com/jackc/pgx/v4/pgxpool.Connect",
    parameters: "context address",
    effects: connects,
    returns: "github.com/jackc/pgx.Conn",
  },
  {
    calls: "database/sql.DB database/sql.Tx database/sql.Conn github.com/jmoiron/sqlx.DB github.com/jmoiron/sqlx.Tx",
    returns: "database/sql.DB",
  },
  {
    calls: "github.com/jackc/pgx/v5.Conn github.com/jackc/pgx/v5.Tx github.com/jackc/pgx/v5/pgxpool.Pool",
    returns: "github.com/jackc/pgx.Conn",
  },
  { calls: methods("database/sql.DB", "Begin BeginTx Beginx MustBegin Conn Unsafe"), returns: "database/sql.DB" },
  { calls: methods("github.com/jackc/pgx.Conn", "Begin BeginTx Acquire Conn"), returns: "github.com/jackc/pgx.Conn" },

  // Statements
  {
    calls: methods(
      "database/sql.DB",
      "Exec Query QueryRow Prepare MustExec Queryx QueryRowx Preparex NamedExec NamedQuery",
    ),
    parameters: "statement *values",
    effects: statements,
    returns: "database/sql.Rows",
  },
  {
    calls: methods(
      "database/sql.DB",
      "ExecContext QueryContext QueryRowContext PrepareContext MustExecContext QueryxContext NamedExecContext",
    ),
    parameters: "context statement *values",
    effects: statements,
    returns: "database/sql.Rows",
  },
  {
    calls: methods("database/sql.DB", "Get Select"),
    parameters: "into statement *values",
    effects: statements,
  },
  {
    calls: methods("github.com/jackc/pgx.Conn", "Exec Query QueryRow Prepare"),
    parameters: "context statement *values",
    effects: statements,
    returns: "database/sql.Rows",
  },
  { calls: "*.Exec *.MustExec *.Query *.QueryRow", parameters: "statement *values", effects: possibleStatements },
  {
    calls: "*.ExecContext *.QueryContext *.QueryRowContext",
    parameters: "context statement",
    effects: possibleStatements,
  },

  // `gorm`
  {
    calls: "gorm.io/gorm.Open github.com/jinzhu/gorm.Open",
    parameters: "dialect address",
    effects: [{ kind: "network", direction: "out", protocol: "sql", configured: true }],
    returns: orm,
  },
  { calls: `${orm} github.com/jinzhu/gorm.DB`, returns: orm },
  {
    calls: "gorm.io/driver/sqlite.Open",
    parameters: "path",
    effects: [{ kind: "write", target: "path", mode: "change" }],
  },
  { calls: methods(orm, "Exec Raw"), parameters: "statement *values", effects: statements, returns: orm },
  {
    calls: methods(
      orm,
      "Model Table Session WithContext Unscoped Debug Begin Preload Joins Select Omit Order Migrator Clauses Find",
    ),
    returns: orm,
  },
  { calls: methods(orm, "Where Not Or First Last Take Limit"), parameters: "condition", returns: filtered },
  { calls: methods(filtered, "Model Where Not Or Order Limit Unscoped Table"), returns: filtered },
  {
    calls: methods(orm, "Delete"),
    parameters: "model filter",
    effects: rows("delete", "the rows of a table", true, "filter"),
  },
  { calls: methods(filtered, "Delete"), parameters: "model", effects: rows("delete", "the rows of a table", false) },
  {
    calls: methods(orm, "Update Updates UpdateColumn UpdateColumns"),
    parameters: "values",
    effects: rows("update", "the rows of a table", true),
  },
  {
    calls: methods(filtered, "Update Updates UpdateColumn UpdateColumns"),
    parameters: "values",
    effects: rows("update", "the rows of a table", false),
  },
  {
    calls: methods(orm, "Create CreateInBatches Save FirstOrCreate"),
    parameters: "model",
    effects: rows("insert", "the rows of a table", false),
  },
  {
    calls: methods(orm, "DropTable DropTableIfExists DropColumn"),
    parameters: "model",
    effects: rows("drop", "a table", true),
  },
  { calls: methods(orm, "AutoMigrate CreateTable"), parameters: "model" },

  // Documents and keys
  {
    calls: "go.mongodb.org/mongo-driver/mongo.Connect go.mongodb.org/mongo-driver/v2/mongo.Connect",
    parameters: "context options",
    effects: [{ kind: "network", direction: "out", protocol: "mongodb", configured: true }],
    returns: "mongo",
  },
  {
    calls:
      "go.mongodb.org/mongo-driver/mongo.Client go.mongodb.org/mongo-driver/mongo.Database go.mongodb.org/mongo-driver/mongo.Collection mongo.Database mongo.Collection",
    returns: "mongo",
  },
  { calls: "mongo.Drop", parameters: "context", effects: rows("drop", "a collection or a database", true) },
  {
    calls: "mongo.DeleteMany mongo.DeleteOne",
    parameters: "context filter",
    effects: rows("delete", "the documents of a collection", false, "filter"),
  },
  {
    calls: "mongo.UpdateMany mongo.UpdateOne mongo.ReplaceOne",
    parameters: "context filter",
    effects: rows("update", "the documents of a collection", false, "filter"),
  },
  {
    calls: "mongo.InsertOne mongo.InsertMany",
    parameters: "context document",
    effects: rows("insert", "the documents of a collection", false),
  },
  {
    calls:
      "github.com/redis/go-redis/v9.NewClient github.com/go-redis/redis/v8.NewClient github.com/go-redis/redis.NewClient",
    parameters: "options",
    effects: [{ kind: "network", direction: "out", protocol: "redis", host: "options.Addr", configured: true }],
    returns: "redis",
  },
  { calls: "github.com/redis/go-redis/v9.Client github.com/go-redis/redis/v8.Client", returns: "redis" },
  {
    calls: "redis.FlushAll redis.FlushDB redis.FlushAllAsync",
    parameters: "context",
    effects: rows("drop", "all keys", true),
  },
  { calls: "redis.Del redis.Unlink", parameters: "context *keys", effects: rows("delete", "keys", false) },
];
