// Catalogue rows for databases: administration, migrations, key stores, queues.
import type { CatalogueEntry } from "./entry.ts";
import { rowsOf } from "./rows-of.ts";

type Change = NonNullable<CatalogueEntry["database"]>;

/** All data of the project's database is lost. */
const lost: Change = { change: "drop", what: "the project's database", all: true };
/** Migrations are undone, with the data in the columns and tables that they added. */
const undone: Change = { change: "drop", what: "what migrations added to the project's database", all: true };
/** Some migrations are undone: the last, or those after a version. */
const partlyUndone: Change = { change: "alter", what: "what the last migration added to the project's database" };
/** A migration that the project contains. */
const migrated: Change = { change: "alter", what: "the project's database", configured: true };
const key: Change = { change: "delete", what: "keys of a store" };

/** An address of a search engine or of CouchDB, by its usual port or its name. */
const store = String.raw`(?::(?:92\d\d|5984)|\b(?:elastic\w*|opensearch)\b[^/]*)/`;
const anyDelete = /^DELETE$/i;
const webClients = "curl curlie wget wget2 http https xh httpie xhs";

/** The catalogue rows for databases: administration, migrations, key stores, queues. */
export const databases: readonly CatalogueEntry[] = [
  // Administration
  {
    names: "dropdb",
    database: { change: "drop", what: "a database", all: true },
    databaseName: "operands",
    valued: "-h --host -p --port -U --username --maintenance-db",
  },
  { names: "dropuser", database: { change: "drop", what: "a user of the database", all: true } },
  { names: "createdb", database: { change: "create", what: "a database" } },
  { names: "createuser", database: { change: "grant", what: "a user of the database" } },
  ...rowsOf({ names: "mysqladmin mariadb-admin" }, [
    { database: { change: "drop", what: "a database", all: true }, matching: /^drop$/ },
    { database: { change: "grant", what: "a password" }, matching: /^(old-)?password$/ },
    { signals: "nothing", matching: /^(shutdown|kill|stop-.*)$/ },
  ]),
  {
    names: "pg_restore mongorestore",
    database: { change: "drop", what: "the objects of a database", all: true },
    needs: "-c --clean --drop",
    unless: "-l --list",
    valued: "-d --dbname -h --host -p --port -U --username -j --jobs -t --table -n --schema --db --collection",
  },
  {
    names: "pg_restore mongorestore mongoimport mysqlimport pgloader",
    database: { change: "insert", what: "a database" },
    unless: "-l --list",
  },
  { names: "mongoimport", database: { change: "drop", what: "a collection", all: true }, needs: "--drop" },
  { names: "initdb pg_resetwal pg_resetxlog", database: { change: "alter", what: "the files of the server" } },

  // Key stores, search engines and queues
  { names: "etcdctl", database: { ...key, all: true }, needs: "--prefix --from-key", matching: /^del$/ },
  { names: "etcdctl", database: key, matching: /^(del|rm|rmdir)$/ },
  { names: "consul", subcommand: "kv delete", database: { ...key, all: true }, needs: "-recurse --recurse" },
  { names: "consul", subcommand: "kv delete", database: key },
  {
    names: "vault",
    subcommand: "kv delete|destroy|metadata",
    database: { change: "delete", what: "secrets", all: true },
  },
  { names: "zkcli zkCli.sh", database: { ...key, all: true }, matching: /^(deleteall|rmr)$/ },
  { names: "influx", subcommand: "delete", database: { change: "delete", what: "points of a bucket", all: true } },
  {
    names: "influx",
    subcommand: "bucket|org|user|auth|v1 delete",
    database: { change: "drop", what: "a bucket or a user", all: true },
  },
  {
    names: "rabbitmqadmin rabbitmqctl",
    database: { change: "drop", what: "queues and their messages", all: true },
    matching: /^(delete|purge|purge_queue|delete_queue|delete_vhost|delete_user|reset|force_reset)$/,
  },
  {
    names:
      "kafka-topics kafka-topics.sh kafka-delete-records kafka-delete-records.sh kafka-configs kafka-consumer-groups",
    database: { change: "drop", what: "topics and their messages", all: true },
    needs: "--delete --offset-json-file",
  },
  {
    names: "rpk kaf kcat",
    database: { change: "drop", what: "topics and their messages", all: true },
    matching: /^(delete|trim-prefix)$/,
  },
  ...rowsOf({ names: webClients }, [
    {
      database: { change: "drop", what: "an index", all: true },
      matchingEach: [anyDelete, new RegExp(String.raw`${store}[^/?#]+/?(?:\?.*)?$`, "i")],
    },
    {
      database: { change: "delete", what: "a document" },
      matchingEach: [anyDelete, new RegExp(`${store}[^/?#]+/[^/?#]`, "i")],
    },
    { database: { change: "delete", what: "documents of an index" }, matchingEach: [/\/_delete_by_query\b/] },
    {
      database: { change: "delete", what: "all documents of an index", all: true },
      matchingEach: [/\/_delete_by_query\b/, /"match_all"/],
    },
  ]),
  { names: "curator_cli", database: { change: "drop", what: "indices", all: true }, matching: /^delete/ },

  // Migrations: everything is lost
  { names: "prisma", subcommand: "migrate reset", database: lost },
  { names: "prisma", subcommand: "db push", database: lost, needs: "--accept-data-loss --force-reset" },
  { names: "prisma", subcommand: "migrate dev|deploy|resolve", database: migrated },
  { names: "prisma", subcommand: "db push|seed", database: migrated },
  {
    names: "rails rake",
    databaseEnvironment: "RAILS_ENV RACK_ENV",
    database: lost,
    matching:
      /^db:(drop|reset|purge|truncate_all|schema:load|structure:load|seed:replant|migrate:reset|test:purge)(:\w+)?$/,
  },
  {
    names: "rails rake",
    databaseEnvironment: "RAILS_ENV RACK_ENV",
    database: partlyUndone,
    matching: /^db:(rollback|migrate:(down|redo))(:\w+)?$/,
  },
  { names: "rails rake", database: migrated, matching: /^db:(migrate|prepare|setup|seed|create)(:\w+)?$/ },
  ...["python", "manage.py django-admin"].flatMap((names): readonly CatalogueEntry[] => {
    const within = names === "python" ? "manage.py|./manage.py " : "";
    return [
      {
        names,
        subcommand: `${within}flush|reset_db|sqlflush_and_run`,
        database: lost,
        valued: "--database --settings",
      },
      { names, subcommand: `${within}migrate`, database: undone, matching: /^zero$/, valued: "--database --settings" },
      { names, subcommand: `${within}migrate|loaddata`, database: migrated, valued: "--database --settings" },
    ];
  }),
  { names: "alembic", subcommand: "downgrade", database: undone, matching: /^base$/, valued: "-c -x -n" },
  { names: "alembic", subcommand: "downgrade", database: partlyUndone, valued: "-c -x -n" },
  { names: "alembic", subcommand: "upgrade", database: migrated },
  { names: "flask", subcommand: "db downgrade", database: partlyUndone },
  { names: "flask", subcommand: "db upgrade", database: migrated },
  { names: "knex", subcommand: "migrate:rollback", database: undone, needs: "--all" },
  { names: "knex", subcommand: "migrate:rollback|migrate:down", database: partlyUndone },
  { names: "knex", subcommand: "migrate:latest|migrate:up|seed:run", database: migrated },
  { names: "sequelize sequelize-cli", subcommand: "db:drop|db:migrate:undo:all|db:seed:undo:all", database: lost },
  { names: "sequelize sequelize-cli", subcommand: "db:migrate:undo|db:seed:undo", database: partlyUndone },
  { names: "sequelize sequelize-cli", subcommand: "db:migrate|db:create|db:seed|db:seed:all", database: migrated },
  ...rowsOf({ names: "typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm" }, [
    { subcommand: "schema:drop", database: lost },
    { subcommand: "migration:revert", database: partlyUndone },
    { subcommand: "migration:run|schema:sync", database: migrated },
  ]),
  { names: "mikro-orm", subcommand: "schema:drop|schema:fresh|migration:fresh|database:drop", database: lost },
  {
    names: "php",
    subcommand:
      "artisan|bin/console migrate:fresh|migrate:refresh|migrate:reset|db:wipe|doctrine:database:drop|doctrine:schema:drop|doctrine:fixtures:load",
    database: lost,
  },
  { names: "php", subcommand: "artisan migrate:rollback", database: partlyUndone },
  { names: "php", subcommand: "artisan|bin/console migrate|db:seed|doctrine:migrations:migrate", database: migrated },
  {
    names: "artisan sail console",
    database: lost,
    matching: /^(migrate:(fresh|refresh|reset)|db:wipe|doctrine:(database|schema):drop|doctrine:fixtures:load)$/,
  },
  { names: "flyway", database: lost, matching: /^clean$/ },
  { names: "flyway", database: migrated, matching: /^migrate$/ },
  { names: "liquibase", database: lost, matching: /^(dropall|drop-all)$/i },
  { names: "liquibase", database: partlyUndone, matching: /^rollback/i },
  { names: "liquibase", database: migrated, matching: /^update$/i },
  ...rowsOf({ names: "mix" }, [
    { databaseEnvironment: "MIX_ENV", subcommand: "ecto.drop|ecto.reset", database: lost },
    { databaseEnvironment: "MIX_ENV", subcommand: "ecto.rollback", database: undone, needs: "--all -a --to" },
    { databaseEnvironment: "MIX_ENV", subcommand: "ecto.rollback", database: partlyUndone },
    { subcommand: "ecto.migrate|ecto.create|ecto.setup", database: migrated },
  ]),
  { names: "drizzle-kit", subcommand: "drop", discards: "a migration" },
  { names: "drizzle-kit", subcommand: "push|push:pg|push:mysql|push:sqlite", database: lost, needs: "--force" },
  { names: "drizzle-kit", subcommand: "push|migrate|push:pg|push:mysql|push:sqlite", database: migrated },
  { names: "dbmate", subcommand: "drop", database: lost },
  { names: "dbmate", subcommand: "rollback|down", database: partlyUndone },
  { names: "dbmate", subcommand: "up|migrate|create", database: migrated },
  { names: "goose", database: undone, matching: /^(reset|down-to)$/ },
  { names: "goose", database: partlyUndone, matching: /^(down|redo)$/ },
  { names: "goose", database: migrated, matching: /^up(-.*)?$/ },
  { names: "migrate", database: undone, matching: /^drop$/ },
  { names: "migrate", database: partlyUndone, matching: /^down$/ },
  { names: "migrate", database: migrated, matching: /^(up|goto)$/ },
  { names: "diesel", subcommand: "database reset|drop", database: lost },
  { names: "diesel", subcommand: "migration revert", database: undone, needs: "-a --all" },
  { names: "diesel", subcommand: "migration revert|redo", database: partlyUndone },
  { names: "diesel", subcommand: "migration run", database: migrated },
  { names: "supabase", subcommand: "db reset", database: lost },
  { names: "supabase", subcommand: "db push", database: migrated },
  { names: "hasura", subcommand: "migrate|seed apply", database: undone, needs: "--down" },
  { names: "hasura", subcommand: "metadata clear", database: lost },
  { names: "hasura", subcommand: "migrate|metadata|seed apply", database: migrated },
  { names: "dotnet", subcommand: "ef database drop", database: lost },
  { names: "dotnet", subcommand: "ef database update", database: migrated },
  { names: "dotnet", subcommand: "ef database update", database: undone, matching: /^0$/ },
  { names: "dotnet-ef", subcommand: "database drop", database: lost },
  { names: "sqlx", subcommand: "database drop|reset", database: lost },
  { names: "sqlx", subcommand: "migrate revert", database: partlyUndone },
  { names: "sqlx", subcommand: "migrate run", database: migrated },
  { names: "cargo", subcommand: "sqlx database drop|reset", database: lost },
  { names: "cargo", subcommand: "sqlx migrate run", database: migrated },
  { names: "heroku", subcommand: "pg:reset", database: lost },
  { names: "heroku", subcommand: "pg:push|pg:pull|pg:copy|pg:backups:restore", database: lost },
  { names: "wp", subcommand: "db drop|reset|clean", database: lost },
  { names: "bench", matching: /^(drop-site|reinstall)$/, database: lost },
  { names: "atlas", subcommand: "schema clean", database: lost },
  { names: "atlas", subcommand: "schema|migrate apply", database: migrated },
  { names: "turso", subcommand: "db destroy", database: lost },
  { names: "wrangler", subcommand: "d1|kv|r2 delete", database: lost },
  { names: "bq", subcommand: "rm", database: { change: "drop", what: "a table or a data set", all: true } },
  { names: "gh-ost pt-archiver pt-online-schema-change", database: { change: "alter", what: "a table" } },
];
