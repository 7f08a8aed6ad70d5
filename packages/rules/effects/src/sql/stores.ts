/** Reads commands of key-value and document stores, such as `FLUSHALL` and `db.users.drop()`. */
import type { DatabaseEffect, ExecuteEffect, RevealEffect, SignalEffect } from "../effects.ts";

type StoreEffect =
  | Pick<DatabaseEffect, "kind" | "change" | "what" | "all">
  | Pick<SignalEffect, "kind" | "process" | "harmless">
  | Pick<RevealEffect, "kind" | "what">
  | Pick<ExecuteEffect, "kind" | "program" | "from">;

/** A command of a key-value or document store, by a pattern of its text. */
interface StorePattern {
  readonly pattern: RegExp;
  readonly effect: StoreEffect;
}

/** Creates the effect of a change in a database. */
function change(kind: DatabaseEffect["change"], what: string, all: boolean): StoreEffect {
  return { kind: "database", change: kind, what, all };
}

const server: StoreEffect = { kind: "signal", process: "the database server", harmless: false };

/** The commands of redis, at the start of a line or after `MULTI`. */
const redis: readonly StorePattern[] = [
  { pattern: /^\s*(flushall|flushdb)\b/im, effect: change("drop", "all keys", true) },
  {
    pattern: /^\s*(del|unlink|getdel|hdel|ltrim|zremrangeby\w+|xtrim|spop|expire)\s/im,
    effect: change("delete", "keys", false),
  },
  {
    pattern:
      /^\s*(config\s+(set|rewrite|resetstat)|replicaof|slaveof|module\s+(load|unload)|cluster\s+(reset|forget|failover)|debug|acl\s+(setuser|deluser|load))\b/im,
    effect: change("alter", "settings of the server", false),
  },
  { pattern: /^\s*(cluster\s+reset\s+hard|swapdb|restore\s)/im, effect: change("alter", "the whole database", true) },
  { pattern: /^\s*acl\s+(setuser|deluser)\b/im, effect: change("grant", "users of the server", false) },
  { pattern: /^\s*(shutdown|client\s+kill|script\s+kill)\b/im, effect: server },
  { pattern: /redis\.p?call\(\s*['"](flushall|flushdb)/i, effect: change("drop", "all keys", true) },
  { pattern: /redis\.p?call\(\s*['"](del|unlink)/i, effect: change("delete", "keys", false) },
  {
    pattern: /^\s*(set|hset|lpush|rpush|sadd|zadd|incr|mset|setex|xadd|append|rename|publish)\b/im,
    effect: change("insert", "keys", false),
  },
  {
    pattern: /^\s*(config\s+get\s+(\*|requirepass|masterauth)|acl\s+(list|getuser))/im,
    effect: { kind: "reveal", what: "passwords of the server" },
  },
];

/** The calls of MongoDB's shell. Methods are also reached as `db["users"]["drop"]()`. */
const mongo: readonly StorePattern[] = [
  { pattern: /\b(dropDatabase|dropAllUsers|dropAllRoles)\b/, effect: change("drop", "the database", true) },
  {
    pattern:
      /\.\s*drop\s*\(|\[\s*['"`]drop['"`]\s*\]|\bdrop(Collection|Indexes|Index|User|Role)\b|['"]?\bdrop['"]?\s*:/,
    effect: change("drop", "a collection", true),
  },
  {
    pattern: /\b(deleteMany|remove|deleteOne|findOneAndDelete|findAndModify)\b['"`\]\s]*\(\s*(\{\s*\}|\))/,
    effect: change("delete", "all documents of a collection", true),
  },
  {
    pattern: /\b(deleteMany|deleteOne|findOneAndDelete|remove|bulkWrite)\b['"`\]\s]*\(\s*[^\s)]/,
    effect: change("delete", "documents", false),
  },
  { pattern: /\bupdateMany\b['"`\]\s]*\(\s*\{\s*\}/, effect: change("update", "all documents of a collection", true) },
  {
    pattern: /\b(updateMany|updateOne|replaceOne|findOneAndUpdate|findOneAndReplace|renameCollection)\b/,
    effect: change("update", "documents", false),
  },
  {
    pattern: /\b(insertOne|insertMany|insert|createCollection|createIndex|save)\b['"`\]\s]*\(/,
    effect: change("insert", "documents", false),
  },
  { pattern: /\$(out|merge)\b/, effect: change("update", "a collection", false) },
  {
    pattern: /\b(createUser|updateUser|grantRolesToUser|changeUserPassword|createRole)\b/,
    effect: change("grant", "users of the database", false),
  },
  { pattern: /\b(shutdownServer|fsyncLock|killOp)\b|\bshutdown['"]?\s*:/, effect: server },
  {
    pattern: /\b(require|eval|Function|process|child_process|run|load)\b\s*[(.]|\[\s*[^'"`\s\]\d][^\]]*\]\s*\(/,
    effect: { kind: "execute", program: null, from: [{ kind: "unknown" }] },
  },
];

/** The changes that commands of a store make, recognized by patterns. */
export function readStoreCommands(store: "redis" | "javascript", text: string): readonly StoreEffect[] {
  if (text.length > 20_000) return [change("alter", "what the commands name", false)];
  const patterns = store === "redis" ? redis : mongo;
  return patterns.flatMap(({ pattern, effect }) => (pattern.test(text) ? [effect] : []));
}
