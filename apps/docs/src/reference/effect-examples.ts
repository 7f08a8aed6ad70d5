/** Writes examples for the reference of effects: for each kind, such as `delete`, a command that has it. */
import type { EffectKind } from "@helve/effects";
import type { ExampleCall } from "./predicate-examples.ts";

/** The kinds of effects that predicates read, all but `command`: readers report commands only on request. */
type PredicateEffect = Exclude<EffectKind, "command">;

/** A call that has an effect of each kind. */
export const effectExamples: Readonly<Record<PredicateEffect, ExampleCall>> = {
  read: "cat notes.txt",
  list: "ls src",
  delete: "rm -r build",
  destroy: "shred disk.img",
  write: "echo done >> log.txt",
  move: "mv draft.md final.md",
  discard: "docker volume rm data",
  database: 'psql shop -c "DELETE FROM users"',
  remote: "npm publish",
  reveal: "gh auth token",
  execute: "node app.js",
  permission: "chmod 777 run.sh",
  signal: "pkill node",
  network: "curl -d @notes.txt https://x.io",
  install: "pip install requests",
  persist: "crontab jobs.txt",
  privilege: "sudo apt update",
  exhaust: ":(){ :|:& };:",
  deserialize: { tool: "PythonREPL.Run", args: { code: "import json\njson.load(open('a.json'))" } },
  anything: "$program --now",
};
