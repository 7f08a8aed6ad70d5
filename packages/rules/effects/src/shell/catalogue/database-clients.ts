/** The catalogue of programs that send statements to a database, such as `psql -c "DROP TABLE t"`. */

/** A program that sends statements to a database. Options are space-separated lists. */
export interface DatabaseClient {
  readonly names: string;
  /** The words before the options: `d1 execute` of `wrangler`. */
  readonly subcommand?: string;
  /** The language of its code; `sql` when absent. */
  readonly language?: "javascript" | "redis";
  /** Options whose value is code. */
  readonly code?: string;
  /** Options whose value is a file of code. */
  readonly files?: string;
  /** Other options that take a value; with `?` (`-p?`), only in the same word. */
  readonly valued?: string;
  /** Options whose value is a file that it writes. */
  readonly writes?: string;
  /** Options with which it only shows something. */
  readonly inert?: string;
  /** The meaning of its operands: the database, statements, files of statements. `database code` is a database and then statements. */
  readonly operands: "database" | "code" | "database code" | "files";
  /** Its database is a file of this machine: the first operand. Without an operand, it is in memory. */
  readonly file?: true;
  /** It does not read statements from standard input. */
  readonly ignoresInput?: true;
}

/** The programs that send statements to a database. To support another, add a row. */
export const databaseClients: readonly DatabaseClient[] = [
  {
    names: "psql pgcli",
    code: "-c --command",
    files: "-f --file",
    valued:
      "-h --host -U --username -d --dbname -p --port -v --set --variable -P --pset -F --field-separator -R --record-separator -T --table-attr",
    writes: "-o --output -L --log-file",
    inert: "-l --list -V --version -? --help",
    operands: "database",
  },
  {
    names: "mysql mariadb mycli",
    code: "-e --execute --init-command",
    valued: "-u --user -h --host -P --port -D --database -S --socket -p? --defaults-file --defaults-extra-file",
    writes: "--tee -l --logfile",
    inert: "-V --version -? --help",
    operands: "database",
  },
  {
    names: "sqlite3 litecli sqlcipher",
    code: "-cmd --cmd",
    files: "-init --init",
    valued: "-separator -newline -nullvalue -maxsize -mmap -vfs",
    inert: "-version --version -help --help",
    operands: "database code",
    file: true,
  },
  {
    names: "duckdb",
    code: "-c -s -cmd",
    files: "-f -init",
    valued: "-separator -newline -nullvalue",
    inert: "-version --version -help --help",
    operands: "database code",
    file: true,
  },
  {
    names: "sqlcmd mssql-cli osql",
    code: "-Q -q --query",
    files: "-i --input-file",
    valued: "-S --server -U --user-name -P --password -d --database-name -h -s -w -t -l -v",
    writes: "-o --output-file",
    inert: "-? --help --version",
    operands: "database",
  },
  {
    names: "cockroach",
    subcommand: "sql",
    code: "-e --execute",
    files: "-f --file",
    valued: "--url --host -u --user -d --database --certs-dir --format",
    operands: "database",
  },
  {
    names: "clickhouse-client clickhouse clickhouse-local chdb",
    code: "-q --query",
    files: "--queries-file",
    valued: "-h --host --port -u --user --password -d --database --format",
    inert: "-V --version --help",
    operands: "database",
  },
  {
    names:
      "usql vsql isql tsql fbsql db2 sqlplus cqlsh beeline hive impala-shell spark-sql trino presto snowsql iredis tarantool spanner-cli mysqlsh",
    code: "-c --command -e --execute -q --query --sql",
    files: "-f --file --filename",
    valued:
      "-u --user -U --username -h --host -p? --password -d --dbname -a --accountname --server --catalog --schema -k",
    writes: "-o --output",
    inert: "--help --version -V",
    operands: "database",
  },
  { names: "snow", subcommand: "sql", code: "-q --query", files: "-f --filename", operands: "database" },
  {
    names: "bq",
    subcommand: "query",
    valued: "--project_id --location --format --destination_table",
    operands: "code",
  },
  { names: "supabase", subcommand: "db execute", files: "-f --file", valued: "--db-url", operands: "code" },
  { names: "supabase", subcommand: "db query", files: "-f --file", valued: "--db-url", operands: "code" },
  {
    names: "wrangler",
    subcommand: "d1 execute",
    code: "--command",
    files: "--file",
    valued: "-c --config -e --env",
    operands: "database",
    ignoresInput: true,
  },
  { names: "turso", subcommand: "db shell", valued: "--location --proxy", operands: "database code" },
  {
    names: "heroku",
    subcommand: "pg:psql",
    code: "-c --command",
    files: "-f --file",
    valued: "-a --app -r --remote",
    operands: "database",
  },
  { names: "aws", subcommand: "rds-data execute-statement", code: "--sql", operands: "database", ignoresInput: true },
  {
    names: "aws",
    subcommand: "redshift-data execute-statement",
    code: "--sql",
    operands: "database",
    ignoresInput: true,
  },
  {
    names: "aws",
    subcommand: "athena start-query-execution",
    code: "--query-string",
    operands: "database",
    ignoresInput: true,
  },
  {
    names: "gcloud",
    subcommand: "spanner databases execute-sql",
    code: "--sql",
    operands: "database",
    ignoresInput: true,
  },
  { names: "dolt", subcommand: "sql", code: "-q --query", files: "-f --file", operands: "database" },
  { names: "prisma", subcommand: "db execute", files: "--file", valued: "--url --schema", operands: "database" },
  { names: "fly flyctl", subcommand: "postgres connect", valued: "-a --app -d --database", operands: "database" },
  {
    names: "mongosh mongo",
    language: "javascript",
    code: "--eval",
    files: "-f --file",
    valued: "-u --username -p --password --host --port --authenticationDatabase",
    inert: "--help --version",
    operands: "files",
  },
  {
    names: "redis-cli valkey-cli keydb-cli",
    language: "redis",
    valued: "-h -p -a -n -u -r -i -s --user --pass --eval -d -x? --scan? --pattern",
    inert: "--help --version --scan --bigkeys --memkeys --hotkeys --stat --latency --rdb --ldb --intrinsic-latency",
    operands: "code",
  },
];
