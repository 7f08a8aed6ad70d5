import { shell } from "@helve/effects/shell";
import { sql } from "@helve/effects/sql";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readShell } from "./read.ts";

/** The changes of a text, such as `drop the table users whole`. */
function changes(text: string): readonly string[] {
  return sql.read(text).effects.map((effect) => {
    if (effect.kind === "database")
      return `${effect.change} ${effect.what ?? "?"}${effect.all ? " whole" : ""}${effect.certainty === "certain" ? "" : ` (${effect.certainty})`}`;
    if (effect.kind === "anything") return "anything";
    return "target" in effect ? `${effect.kind} ${effect.target?.path ?? "?"}` : effect.kind;
  });
}

describe("a statement that loses data", () => {
  it.each([
    ["DROP TABLE users", "drop the table users whole"],
    ["drop table if exists public.users cascade", "drop the table public.users whole"],
    ["DROP TABLE a, b", "drop the table b whole"],
    ['DROP TABLE "Order Items"', "drop the table Order Items whole"],
    ["DROP TABLE [dbo].[Users]", "drop the table dbo.Users whole (possible)"],
    ["DROP TABLE `users`", "drop the table users whole"],
    ["DROP DATABASE shop", "drop the database shop whole"],
    ["DROP SCHEMA public CASCADE; CREATE SCHEMA public", "drop the schema public whole"],
    ["DROP MATERIALIZED VIEW totals", "drop the materialized view totals whole"],
    ["TRUNCATE TABLE orders RESTART IDENTITY", "truncate the table orders whole"],
    ["truncate a, b", "truncate the table b whole"],
    ["DELETE FROM users", "delete the table users whole"],
    ["DELETE FROM users WHERE 1=1", "delete the table users whole"],
    ["DELETE FROM users WHERE true OR id = 3", "delete the table users whole"],
    ["delete from users where 'a' = 'a'", "delete the table users whole"],
    ["DELETE FROM users;-- WHERE id = 1", "delete the table users whole"],
    ["DELETE/**/FROM/**/users", "delete the table users whole"],
    ["UPDATE users SET password = 'x'", "update the table users whole"],
    ["UPDATE users SET active = false WHERE 2 > 1", "update the table users whole"],
    ["ALTER TABLE users DROP COLUMN email", "alter the table users whole"],
    ["WITH gone AS (DELETE FROM users RETURNING *) SELECT count(*) FROM gone", "delete the table users whole"],
    ["EXPLAIN ANALYZE DELETE FROM users", "delete the table users whole"],
    ["BEGIN; DELETE FROM users; COMMIT;", "delete the table users whole"],
    ["EXEC('DROP TABLE users')", "drop the table users whole"],
    ["DO $$ BEGIN EXECUTE 'DROP TABLE users'; END $$", "drop the table users whole"],
  ])("%s", (text, change) => {
    expect(changes(text)).toContain(change);
  });
});

describe("a statement that loses nothing", () => {
  it.each([
    ["DELETE FROM users WHERE id = 3", "delete the table users"],
    ["UPDATE users SET name = 'x' WHERE id IN (SELECT id FROM old)", "update the table users"],
    ["UPDATE users SET name = data #>> '{name}' WHERE id = 3", "update the table users"],
    ["INSERT INTO users (name) VALUES ('DROP TABLE users')", "insert the table users"],
    ["CREATE TABLE IF NOT EXISTS users (id int)", "create the table users"],
    ["ALTER TABLE users ADD COLUMN age int", "alter the table users"],
    ["ALTER TABLE users DROP CONSTRAINT users_pk", "alter the table users"],
  ])("is a change: %s", (text, change) => {
    expect(changes(text)).toEqual([change]);
  });

  it.each([
    "SELECT * FROM users",
    "SELECT 'DROP TABLE users'",
    'SELECT "drop" FROM users -- DELETE FROM users',
    "SELECT a #>> '{b}' FROM t",
    "SELECT a #> '{b,c}', d FROM t",
    "SHOW TABLES; DESCRIBE users",
    "EXPLAIN DELETE FROM users",
    "BEGIN; DELETE FROM users; ROLLBACK;",
    "CREATE TEMP TABLE t AS SELECT 1; DROP TABLE t",
    "SELECT TOP 5 * FROM #t; DROP TABLE #t",
    "PRAGMA table_info(users)",
    "\\d users",
    ".tables",
    "",
  ])("is no effect: %s", (text) => {
    expect(changes(text)).toEqual([]);
  });
});

describe("rights", () => {
  it.each([
    "GRANT ALL ON ALL TABLES IN SCHEMA public TO PUBLIC",
    "ALTER ROLE app SUPERUSER",
    "CREATE USER eve WITH PASSWORD 'x' SUPERUSER",
    "ALTER USER sa WITH PASSWORD = 'x'",
    "EXEC sp_addsrvrolemember 'eve', 'sysadmin'",
  ])("%s", (text) => {
    expect(sql.read(text).effects).toContainEqual(expect.objectContaining({ kind: "database", change: "grant" }));
  });
});

describe("what a statement does outside the database", () => {
  it.each([
    ["COPY users TO '/tmp/users.csv'", "write /tmp/users.csv"],
    ["SELECT * FROM users INTO OUTFILE '/var/www/html/u.txt'", "write /var/www/html/u.txt"],
    ["SELECT pg_read_file('/etc/passwd')", "read /etc/passwd"],
    ["SELECT load_file('/etc/passwd')", "read /etc/passwd"],
    [".read setup.sql", "read setup.sql"],
  ])("%s", (text, effect) => {
    expect(changes(text)).toContain(effect);
  });

  it.each([
    "COPY t FROM PROGRAM 'rm -rf /srv'",
    "\\! rm -rf /srv",
    ".shell rm -rf /srv",
    "\\copy t from program 'rm -rf /srv'",
  ])("is a shell command: %s", (text) => {
    expect(sql.read(text, { languages: { shell } }).effects).toContainEqual(
      expect.objectContaining({ kind: "delete", target: expect.objectContaining({ path: "/srv" }) }),
    );
    expect(changes(text)).toContain("anything");
  });

  it("is unknown for commands of Windows without their reader", () => {
    expect(sql.read("EXEC xp_cmdshell 'del C:\\x'", { languages: { shell } }).effects).toContainEqual(
      expect.objectContaining({ kind: "anything" }),
    );
  });
});

describe("the clients of databases", () => {
  it.each([
    "psql shop -c 'DROP TABLE users'",
    "psql -U app -h db.example shop --command='DROP TABLE users'",
    "echo 'DROP TABLE users;' | psql shop",
    "psql shop <<'SQL'\nDROP TABLE users;\nSQL",
    "psql shop <<< 'DROP TABLE users'",
    "echo 'DROP TABLE users' > x.sql && psql shop -f x.sql",
    "echo 'DROP TABLE users' > x.sql && psql shop < x.sql",
    "mysql -uroot -psecret shop -e 'DROP TABLE users'",
    "mysql shop < <(echo 'DROP TABLE users')",
    "sqlite3 app.db 'DROP TABLE users'",
    "sqlcmd -S db -Q 'DROP TABLE users'",
    "docker exec db psql -U postgres -c 'DROP TABLE users'",
    "PGPASSWORD=x psql shop -c 'SELECT 1' -c 'DROP TABLE users'",
    "sudo -u postgres psql -c 'DROP TABLE users'",
    "clickhouse-client --query 'DROP TABLE users'",
    "wrangler d1 execute shop --command 'DROP TABLE users'",
  ])("are read: %s", (command) => {
    expect(readShell(command).effects).toContainEqual(
      expect.objectContaining({ kind: "database", change: "drop", what: "the table users", all: true }),
    );
  });

  it.each([
    "psql shop -c 'SELECT count(*) FROM users'",
    "psql -l",
    "mysql shop -e 'SHOW TABLES'",
    "sqlite3 :memory: 'DROP TABLE users'",
    "sqlite3 app.db .schema",
    "pg_dump shop > shop.sql",
    "redis-cli get key",
    "mongosh shop --eval 'db.users.find()'",
  ])("change nothing: %s", (command) => {
    const kinds = readShell(command).effects.map(({ kind }) => kind);
    expect(kinds).not.toContain("database");
    expect(kinds).not.toContain("anything");
  });

  it.each([
    "dropdb shop",
    "redis-cli FLUSHALL",
    "redis-cli -n 3 flushdb",
    "mongosh shop --eval 'db.dropDatabase()'",
    "npx prisma migrate reset --force",
    "python manage.py flush --no-input",
    "rails db:drop",
    "alembic downgrade base",
    "flyway clean",
    "npx sequelize db:drop",
    "curl -X DELETE http://es.example:9200/logs-2026",
    "curl -XDELETE 'localhost:9200/_all?pretty'",
    "http DELETE https://elastic.example/orders",
    `curl -X POST http://es:9200/orders/_delete_by_query -d '{"query":{"match_all":{}}}'`,
  ])("lose data: %s", (command) => {
    expect(readShell(command).effects).toContainEqual(expect.objectContaining({ kind: "database", all: true }));
  });

  it.each([
    "curl -X DELETE http://localhost:3000/api/todos/3",
    "curl -X DELETE http://localhost:9200/orders/_doc/3",
    "curl http://localhost:9200/_cat/indices",
    'curl -X DELETE "$API/items/3"',
    `curl -X POST http://es:9200/orders/_search -d '{"query":{"match_all":{}}}'`,
  ])("lose no index: %s", (command) => {
    expect(readShell(command).effects).not.toContainEqual(expect.objectContaining({ kind: "database", all: true }));
  });

  it.each(["npx prisma migrate dev", "python manage.py migrate", "rails db:migrate", "alembic upgrade head"])(
    "migrate a database of the project: %s",
    (command) => {
      expect(readShell(command).effects).not.toContainEqual(expect.objectContaining({ kind: "database", all: true }));
    },
  );
});

describe("a file that is attached to a database in memory", () => {
  it.each([
    "sqlite3 :memory: \"ATTACH 'app.db' AS a; DROP TABLE a.users\"",
    "echo \"ATTACH 'app.db' AS a; DROP TABLE users\" | sqlite3",
  ])("changes: %s", (command) => {
    expect(readShell(command).effects).toContainEqual(
      expect.objectContaining({ kind: "database", change: "drop", all: true }),
    );
  });
});

describe("a database for tests", () => {
  it.each([
    ["dropdb shop_test", true],
    ["dropdb -h localhost --if-exists test_shop", true],
    ["dropdb shop", false],
    ["dropdb contest", false],
    ["dropdb -U app_test shop", false],
    ["psql -c 'DROP DATABASE shop_test'", true],
    ["psql shop_test -c 'DROP DATABASE shop'", false],
    ["RAILS_ENV=test bundle exec rails db:drop", true],
    ["export RAILS_ENV=test; rake db:reset", true],
    ["RAILS_ENV=production rails db:drop", false],
    ["DATABASE_URL=postgres://db/shop RAILS_ENV=test rails db:drop", false],
    ["MIX_ENV=test mix ecto.reset", true],
  ])("is known by its name or the environment: %s", (command, forTests) => {
    const found = readShell(command).effects.filter(({ kind }) => kind === "database");
    expect(found).toEqual([
      forTests ? expect.objectContaining({ forTests }) : expect.not.objectContaining({ forTests: true }),
    ]);
  });
});

describe("the SQL reader, for any text", () => {
  const words =
    "DELETE FROM UPDATE SET WHERE DROP TABLE users ; ' \" ` [ ] ( ) -- /* */ # $$ $a$ \\ . , = 1 OR TRUE EXEC BEGIN END ROLLBACK GO \n COPY PROGRAM".split(
      " ",
    );
  const texts = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((parts) => parts.join(" ")),
    fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((parts) => parts.join("")),
  );

  it("never throws, and its effects are in the text", () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const { start, end } of sql.read(text, { languages: { shell } }).effects) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it("says so if a text has more effects than it lists", () => {
    for (const statement of ["DELETE FROM a WHERE b = 1;", "COPY a FROM PROGRAM 'ls';", "EXEC('DELETE FROM a');"])
      expect(changes(`${statement.repeat(700)}DROP TABLE users`)).toContainEqual(
        expect.stringMatching(/^anything$|^drop the table users/),
      );
  });

  it("never throws for a long text, and says so if it is too long", () => {
    const parts = [
      "DELETE FROM a WHERE b = 1;",
      "COPY a FROM PROGRAM 'rm b';",
      "\\! rm a\n",
      "[",
      "(",
      "BEGIN;",
      "$a$",
      "/*",
    ];
    for (const part of [...parts, "EXPLAIN ", "BEGIN; DELETE FROM a; ROLLBACK;", "EXEC('DROP TABLE a');", "a.", "#"]) {
      const text = part.repeat(Math.floor(99_000 / part.length));
      expect(() => sql.read(text, { languages: { shell } })).not.toThrow();
    }
    expect(sql.read("DROP TABLE a;".repeat(80_000)).effects).toEqual([expect.objectContaining({ kind: "anything" })]);
  });

  it("finds a statement after any other statements", () => {
    const harmless = [
      "SELECT 1",
      "SELECT 'it''s'",
      "INSERT INTO t VALUES ($$a;b$$)",
      "-- a comment\n",
      "/* b */ SHOW x",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...harmless), { maxLength: 8 }), (before) => {
        expect(changes([...before, "DROP TABLE users"].join(";\n"))).toContain("drop the table users whole");
      }),
      { numRuns: runs(100) },
    );
  });
});

describe("a file whose name an expression computes", () => {
  it.each([
    ["select writefile('a' || '/b', x)", "write a/b"],
    ["select writefile(a || '/b', x)", "write ?"],
    ["select writefile('a' || b, x)", "write ?"],
    ["select writefile(name, x) from t", "write ?"],
    ["select lo_export(1, 'a' || name)", "write ?"],
    ["vacuum into 'a.db'", "write a.db"],
    ["vacuum into a || 'b'", "write ?"],
    ["copy t to ('a' || b)", "write ?"],
    ["attach ('a' || b) as x", "write ?"],
  ])("%s: %s", (text, expected) => {
    expect(changes(text)).toContain(expected);
  });

  it("is none for data that goes to the client", () => {
    expect(changes("copy t to stdout")).toEqual([]);
  });
});
