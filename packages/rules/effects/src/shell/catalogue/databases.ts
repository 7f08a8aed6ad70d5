/** Catalogue rows for databases: administration, migrations, key stores, queues. */
import type { CatalogueEntry } from "./entry.ts";
import { row, rowsOf } from "./rows.ts";

type Change = NonNullable<CatalogueEntry["database"]>;

/** All data of the project's database is lost. */
const lost: Change = { change: "drop", what: "the project's database", all: true };
/** All rows of the project's database are lost; its tables stay. */
const emptied: Change = { change: "truncate", what: "the tables of the project's database", all: true };
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

/** Matches commands of Laravel and Symfony that drop the database. Symfony takes the beginning of each part of a name: `d:d:d`. */
const droppingCommand = /^(?:migrate:(?:fresh|refresh|reset)|db:wipe|d(?:o\w*)?:(?:mongodb:)?(?:da?\w*|s\w*):d\w*)$/;
/** Matches the command of Symfony that empties all tables and fills them again. */
const emptyingCommand = /^d(?:o\w*)?:(?:mongodb:)?f\w*:l\w*$/;

/** The catalogue rows for databases: administration, migrations, key stores, queues. */
export const databases: readonly CatalogueEntry[] = [
  // Administration
  row("dropdb", "", {
    database: { change: "drop", what: "a database", all: true },
    databaseName: "operands",
    valued: "-h --host -p --port -U --username --maintenance-db",
  }),
  row("dropuser", "", { database: { change: "drop", what: "a user of the database", all: true } }),
  row("createdb", "", { database: { change: "create", what: "a database" } }),
  row("createuser", "", { database: { change: "grant", what: "a user of the database" } }),
  ...rowsOf({ names: "mysqladmin mariadb-admin" }, [
    { database: { change: "drop", what: "a database", all: true }, matching: /^drop$/ },
    { database: { change: "grant", what: "a password" }, matching: /^(old-)?password$/ },
    { signals: "nothing", matching: /^(shutdown|kill|stop-.*)$/ },
  ]),
  row("pg_restore mongorestore", "", {
    database: { change: "drop", what: "the objects of a database", all: true },
    needs: "-c --clean --drop",
    unless: "-l --list",
    valued: "-d --dbname -h --host -p --port -U --username -j --jobs -t --table -n --schema --db --collection",
  }),
  row("pg_restore mongorestore mongoimport mysqlimport pgloader", "", {
    database: { change: "insert", what: "a database" },
    unless: "-l --list",
  }),
  row("mongoimport", "", { database: { change: "drop", what: "a collection", all: true }, needs: "--drop" }),
  row("initdb pg_resetwal pg_resetxlog", "", { database: { change: "alter", what: "the files of the server" } }),

  // Key stores, search engines and queues
  row("etcdctl", "", { database: { ...key, all: true }, needs: "--prefix --from-key", matching: /^del$/ }),
  row("etcdctl", "", { database: key, matching: /^(del|rm|rmdir)$/ }),
  row("consul", "kv delete", { database: { ...key, all: true }, needs: "-recurse --recurse" }),
  row("consul", "kv delete", { database: key }),
  row("vault bao", "", {
    discards: "secrets or settings of Vault",
    matching: /^(delete|disable|revoke|destroy|unregister|deregister)$/,
  }),
  row("op", "item|document|vault|user|group|service-account delete|remove|revoke", {
    discards: "passwords of 1Password",
  }),
  row("doppler", "", { discards: "secrets of Doppler", matching: /^(delete|remove|revoke)$/ }),
  row("restic", "", { discards: "backups", matching: /^(forget|prune|rewrite)$/, unless: "-n --dry-run" }),
  row("borg borgmatic", "", {
    discards: "backups",
    matching: /^(prune|delete|repo-delete|rdelete|compact|recreate)$/,
    unless: "-n --dry-run",
  }),
  row("duplicity rdiff-backup duplicacy kopia bup", "", {
    discards: "backups",
    matching: /^(remove-.*|prune|delete|snapshot-delete|forget|cleanup)$|^--remove-older-than/,
    unless: "--dry-run -n",
  }),
  row("kafka-acls kafka-acls.sh", "", { discards: "rights of Kafka", needs: "--remove" }),
  row("consul", "kv delete", { database: { change: "delete", what: "keys", all: true } }),
  row("convex", "", {
    database: { change: "delete", what: "the data of a project", all: true },
    matching: /^(clear|import)$/,
    needs: "--replace --replace-all clear",
  }),
  row("convex", "data clear", { database: { change: "delete", what: "the data of a project", all: true } }),
  row("gitlab-runner", "unregister", { remote: { change: "delete", service: "GitLab", what: "runners" } }),
  row("zkcli zkCli.sh", "", { database: { ...key, all: true }, matching: /^(deleteall|rmr)$/ }),
  row("influx", "delete", { database: { change: "delete", what: "points of a bucket", all: true } }),
  row("influx", "bucket|org|user|auth|v1 delete", {
    database: { change: "drop", what: "a bucket or a user", all: true },
  }),
  row("rabbitmqadmin rabbitmqctl", "", {
    database: { change: "drop", what: "queues and their messages", all: true },
    matching: /^(delete|purge|purge_queue|delete_queue|delete_vhost|delete_user|reset|force_reset)$/,
  }),
  row(
    "kafka-topics kafka-topics.sh kafka-delete-records kafka-delete-records.sh kafka-configs kafka-consumer-groups",
    "",
    {
      database: { change: "drop", what: "topics and their messages", all: true },
      needs: "--delete --offset-json-file",
    },
  ),
  row("rpk kaf kcat", "", {
    database: { change: "drop", what: "topics and their messages", all: true },
    matching: /^(delete|trim-prefix)$/,
  }),
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
  row("curator_cli", "", { database: { change: "drop", what: "indices", all: true }, matching: /^delete/ }),

  // Migrations: everything is lost
  row("prisma", "migrate reset", { database: lost }),
  row("prisma", "db push", { database: lost, needs: "--accept-data-loss --force-reset" }),
  row("prisma", "migrate dev|deploy|resolve", { database: migrated }),
  row("prisma", "db push|seed", { database: migrated }),
  row("rails rake", "", {
    databaseEnvironment: "RAILS_ENV RACK_ENV",
    database: lost,
    matching:
      /^db:(drop|reset|purge|truncate_all|schema:load|structure:load|seed:replant|migrate:reset|test:purge)(:\w+)?$/,
  }),
  row("rails rake", "", {
    databaseEnvironment: "RAILS_ENV RACK_ENV",
    database: partlyUndone,
    matching: /^db:(rollback|migrate:(down|redo))(:\w+)?$/,
  }),
  row("rails rake", "", { database: migrated, matching: /^db:(migrate|prepare|setup|seed|create)(:\w+)?$/ }),
  ...["python", "manage.py django-admin"].flatMap((names): readonly CatalogueEntry[] => {
    const within = names === "python" ? "manage.py|./manage.py " : "";
    return [
      row(names, `${within}flush|reset_db|sqlflush_and_run`, { database: lost, valued: "--database --settings" }),
      row(names, `${within}migrate`, { database: undone, matching: /^zero$/, valued: "--database --settings" }),
      row(names, `${within}migrate|loaddata`, { database: migrated, valued: "--database --settings" }),
    ];
  }),
  row("alembic", "downgrade", { database: undone, matching: /^base$/, valued: "-c -x -n" }),
  row("alembic", "downgrade", { database: partlyUndone }),
  row("alembic", "upgrade", { database: migrated }),
  row("flask", "db downgrade", { database: partlyUndone }),
  row("flask", "db upgrade", { database: migrated }),
  row("knex", "migrate:rollback", { database: undone, needs: "--all" }),
  row("knex", "migrate:rollback|migrate:down", { database: partlyUndone }),
  row("knex", "migrate:latest|migrate:up|seed:run", { database: migrated }),
  row("sequelize sequelize-cli", "db:drop|db:migrate:undo:all|db:seed:undo:all", { database: lost }),
  row("sequelize sequelize-cli", "db:migrate:undo|db:seed:undo", { database: partlyUndone }),
  row("sequelize sequelize-cli", "db:migrate|db:create|db:seed|db:seed:all", { database: migrated }),
  ...rowsOf({ names: "typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm" }, [
    { subcommand: "schema:drop", database: lost },
    { subcommand: "migration:revert", database: partlyUndone },
    { subcommand: "migration:run|schema:sync", database: migrated },
  ]),
  row("mikro-orm", "schema:drop|schema:fresh|migration:fresh|database:drop", { database: lost }),
  ...[
    { matching: droppingCommand, database: lost },
    { matching: emptyingCommand, database: emptied },
  ].flatMap((change) => [
    row("php symfony", "", {
      ...change,
      unless: "--append --dry-run",
      valued: "--database",
      databaseName: "value of --env -e",
    }),
    row("artisan sail console", "", { ...change, unless: "--append --dry-run --env=test" }),
  ]),
  row("php", "artisan migrate:rollback", { database: partlyUndone }),
  row("php", "artisan|bin/console migrate|db:seed|doctrine:migrations:migrate", { database: migrated }),
  row("flyway", "", { database: lost, matching: /^clean$/ }),
  row("flyway", "", { database: migrated, matching: /^migrate$/ }),
  row("liquibase", "", { database: lost, matching: /^(dropall|drop-all)$/i }),
  row("liquibase", "", { database: partlyUndone, matching: /^rollback/i }),
  row("liquibase", "", { database: migrated, matching: /^update$/i }),
  ...rowsOf({ names: "mix" }, [
    { databaseEnvironment: "MIX_ENV", subcommand: "ecto.drop|ecto.reset", database: lost },
    { databaseEnvironment: "MIX_ENV", subcommand: "ecto.rollback", database: undone, needs: "--all -a --to" },
    { databaseEnvironment: "MIX_ENV", subcommand: "ecto.rollback", database: partlyUndone },
    { subcommand: "ecto.migrate|ecto.create|ecto.setup", database: migrated },
  ]),
  row("drizzle-kit", "drop", { discards: "a migration" }),
  row("drizzle-kit", "push|push:pg|push:mysql|push:sqlite", { database: lost, needs: "--force" }),
  row("drizzle-kit", "push|migrate|push:pg|push:mysql|push:sqlite", { database: migrated }),
  row("dbmate", "drop", { database: lost }),
  row("dbmate", "rollback|down", { database: partlyUndone }),
  row("dbmate", "up|migrate|create", { database: migrated }),
  row("goose", "", { database: undone, matching: /^(reset|down-to)$/ }),
  row("goose", "", { database: partlyUndone, matching: /^(down|redo)$/ }),
  row("goose", "", { database: migrated, matching: /^up(-.*)?$/ }),
  row("migrate", "", { database: undone, matching: /^drop$/ }),
  row("migrate", "", { database: partlyUndone, matching: /^down$/ }),
  row("migrate", "", { database: migrated, matching: /^(up|goto)$/ }),
  row("diesel", "database reset|drop", { database: lost }),
  row("diesel", "migration revert", { database: undone, needs: "-a --all" }),
  row("diesel", "migration revert|redo", { database: partlyUndone }),
  row("diesel", "migration run", { database: migrated }),
  row("supabase", "db reset", { database: lost }),
  row("supabase", "db push", { database: migrated }),
  row("hasura", "migrate|seed apply", { database: undone, needs: "--down" }),
  row("hasura", "metadata clear", { database: lost }),
  row("hasura", "migrate|metadata|seed apply", { database: migrated }),
  row("dotnet", "ef database drop", { database: lost }),
  row("dotnet", "ef database update", { database: migrated }),
  row("dotnet", "ef database update", { database: undone, matching: /^0$/ }),
  row("dotnet-ef", "database drop", { database: lost }),
  row("sqlx", "database drop|reset", { database: lost }),
  row("sqlx", "migrate revert", { database: partlyUndone }),
  row("sqlx", "migrate run", { database: migrated }),
  row("cargo", "sqlx database drop|reset", { database: lost }),
  row("cargo", "sqlx migrate run", { database: migrated }),
  row("heroku", "pg:reset", { database: lost }),
  row("heroku", "pg:push|pg:pull|pg:copy|pg:backups:restore", { database: lost }),
  row("wp", "db drop|reset|clean", { database: lost }),
  row("drush", "", { database: lost, matching: /^(?:sql[:-]drop|sql[:-]create|site[:-]install|si)$/ }),
  row("bench", "", { matching: /^(drop-site|reinstall)$/, database: lost }),
  row("atlas", "schema clean", { database: lost }),
  row("atlas", "schema|migrate apply", { database: migrated }),
  row("turso", "db destroy", { database: lost }),
  row("wrangler", "d1|kv|r2 delete", { database: lost }),
  row("bq", "rm", { database: { change: "drop", what: "a table or a data set", all: true } }),
  row("gh-ost pt-archiver pt-online-schema-change", "", { database: { change: "alter", what: "a table" } }),
];
