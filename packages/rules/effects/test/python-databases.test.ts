import { describe, expect, it } from "vitest";
import { readPython } from "./read.ts";

/** The changes of databases that a program makes, such as `drop the table users whole`. */
function changes(program: string): readonly string[] {
  return readPython(program).effects.flatMap((effect) =>
    effect.kind === "database" ? [`${effect.change} ${effect.what ?? "?"}${effect.all ? " whole" : ""}`] : [],
  );
}

const engine = "from sqlalchemy import create_engine, text\nengine = create_engine('postgresql://db/shop')\n";
const cursor = "import psycopg2\nwith psycopg2.connect('host=db dbname=shop') as conn:\n  cur = conn.cursor()\n  ";
const mongo = "import pymongo\nclient = pymongo.MongoClient('mongodb://db')\n";

describe("statements that a program sends to a database", () => {
  it.each([
    [`${cursor}cur.execute('DROP TABLE users')`, "drop the table users whole"],
    [
      `${cursor}for t in ['users', 'orders']:\n    cur.execute(f'TRUNCATE TABLE {t}')`,
      "truncate the table orders whole",
    ],
    [`${engine}with engine.begin() as c:\n  c.execute(text('DELETE FROM users'))`, "delete the table users whole"],
    [`${engine}engine.connect().execute('DELETE FROM users WHERE 1=1')`, "delete the table users whole"],
    ["def run(db):\n  db.execute('DROP TABLE users')\nrun(connect())", "drop the table users whole"],
    ["from app import db\ndb.session.execute('DROP TABLE users')", "drop the table users whole"],
    ["spark.sql('DROP TABLE sales')", "drop the table sales whole"],
    ["import pandas as pd\npd.read_sql('DELETE FROM users RETURNING *', e)", "delete the table users whole"],
    [
      "from django.db import connection\nconnection.cursor().execute('DELETE FROM users')",
      "delete the table users whole",
    ],
  ])("%s", (program, change) => {
    expect(changes(program)).toContain(change);
  });

  it.each([
    `${cursor}cur.execute('SELECT * FROM users WHERE id = %s', (3,))`,
    `${engine}print(engine.connect().execute(text('select 1')).scalar())`,
    "import sqlite3\nc = sqlite3.connect(':memory:')\nc.execute('DROP TABLE users')",
    "from sqlalchemy import create_engine\ncreate_engine('sqlite://').connect().execute('DROP TABLE users')",
    "job.execute('all tests')",
  ])("that changes nothing: %s", (program) => {
    expect(changes(program)).toEqual([]);
    expect(readPython(program).effects.map(({ kind }) => kind)).not.toContain("anything");
  });

  it.each([
    "c.execute('DROP TABLE a.users')",
    "c.execute('DROP TABLE users')",
    "c.cursor().execute('DROP TABLE a.users')",
  ])("may change a file that is attached to a database in memory: %s", (statement) => {
    const program = `import sqlite3\nc = sqlite3.connect(':memory:')\nc.execute("ATTACH 'app.db' AS a")\n${statement}`;
    expect(changes(program)).toEqual([expect.stringMatching(/^drop the table (a\.)?users whole$/)]);
  });

  it("name the file of the database", () => {
    expect(readPython("import sqlite3\nsqlite3.connect('app.db').execute('DROP TABLE users')").effects).toContainEqual(
      expect.objectContaining({ kind: "database", file: expect.objectContaining({ path: "app.db" }) }),
    );
  });

  it("are unknown if they come from the network", () => {
    const program = `import requests\n${cursor}cur.execute(requests.get('https://a.example').text)`;
    expect(readPython(program).effects).toContainEqual(
      expect.objectContaining({ kind: "anything", reason: expect.stringContaining("which statements") }),
    );
  });

  it("have positions in the program", () => {
    const program = `${cursor}cur.execute('DROP TABLE users')`;
    const effect = readPython(program).effects.find(({ kind }) => kind === "database");
    expect(program.slice(effect?.start, effect?.end)).toContain("DROP");
  });
});

describe("databases that a program changes without statements", () => {
  it.each([
    `${mongo}client.shop.orders.delete_many({})`,
    `${mongo}client['shop']['orders'].drop()`,
    `${mongo}client.drop_database('shop')`,
    "import redis\nredis.Redis(host='cache').flushall()",
    "import redis\nredis.Redis(host='cache').execute_command('FLUSHDB')",
    "from models import Base\nBase.metadata.drop_all(engine)",
    "from django.core.management import call_command\ncall_command('flush', interactive=False)",
    "from alembic import command\ncommand.downgrade(config, 'base')",
    "from elasticsearch import Elasticsearch\nElasticsearch('http://es').indices.delete(index='orders')",
    "from app.models import User\nUser.objects.all().delete()",
    "from app import db, User\ndb.session.query(User).delete()",
    "from app import User\nUser.query.update({'a': 1})",
    "from sqlalchemy.orm import Session\nwith Session(engine) as s:\n  s.query(User).delete()",
    "from sqlalchemy import delete\nwith engine.begin() as c:\n  c.execute(delete(User))",
  ])("lose everything: %s", (program) => {
    expect(readPython(program).effects).toContainEqual(expect.objectContaining({ kind: "database", all: true }));
  });

  it.each([
    `${mongo}client.shop.orders.delete_many({'id': 3})`,
    `${mongo}for each in client.shop.orders.find({}):\n  print(each)`,
    "import redis\nredis.Redis().set('a', 1)",
    "from models import Base\nBase.metadata.create_all(engine)",
    "from app.models import User\nUser.objects.filter(pk=3).delete()\nUser.objects.all().order_by('a')",
    "from app import db, User\ndb.session.query(User).filter(User.id == 3).delete()\nUser.query.filter_by(id=3).delete()",
    "from sqlalchemy import delete\nwith engine.begin() as c:\n  c.execute(delete(User).where(User.id == 3))",
    "from sqlalchemy import create_engine\nfrom models import Base\nBase.metadata.drop_all(create_engine('sqlite:///:memory:'))",
    "from django.core.management import call_command\ncall_command('migrate')",
  ])("lose nothing: %s", (program) => {
    expect(readPython(program).effects).not.toContainEqual(expect.objectContaining({ kind: "database", all: true }));
  });
});
