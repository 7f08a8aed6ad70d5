import type { ActionReturn } from "@helve/core";
import { secretKeys } from "./secret-keys.ts";
import { secretPairs } from "./secret-pairs.ts";
import { type SecretPattern, secretPatterns } from "./secret-patterns.ts";

/** What a secret is, and what stands in its place. */
export interface RedactOptions {
  /** What else is a secret wherever it stands in a text. Write patterns that take linear time: they see what tools give. */
  readonly patterns?: readonly RegExp[] | undefined;
  /** What else is the name of a secret: in any case, with or without `-` and `_`, also as the end of a longer name. */
  readonly keys?: readonly string[] | undefined;
  /** Whether the patterns and keys of this package count too; true by default. */
  readonly defaults?: boolean | undefined;
  /** What is put in a secret's place; `[redacted]` by default. */
  readonly replace?: string | ((secret: string) => string) | undefined;
}

/**
 * An action return without its secrets, for who keeps or shows it. What the tool got is not touched.
 *
 * @example
 * executor.on("action:end", ({ actionReturn }) => save(redacted(actionReturn)));
 */
export function redacted(actionReturn: ActionReturn, options?: RedactOptions): ActionReturn {
  return redact(options)(actionReturn);
}

/**
 * Makes a function that gives a record without its secrets: the event of an observer, an action return, any plain JSON.
 * It replaces
 *
 * - what has a secret's name (`password`, `apiKey`, `Authorization`, …), in objects and in texts (`"token": "…"`,
 *   `token=…`, `--token …`),
 * - what looks like one: keys of well-known services, JSON Web Tokens, bearer tokens, private keys, passwords in URLs,
 * - and where one that has a name is said again: up to a hundred of them, the longest, in every text of the record.
 *
 * Names and looks are all it knows: a secret with neither stays. What is nested deeper than 1,000 levels is left out.
 */
export function redact(options: RedactOptions = {}): <Value>(record: Value) => Value {
  const { patterns = [], keys = [], defaults = true, replace = "[redacted]" } = options;
  const rules: Rules = {
    isSecret: secretKeys(keys, defaults),
    patterns: secretPatterns(patterns, defaults),
    replace: typeof replace === "string" ? () => replace : replace,
    mark: typeof replace === "string" ? replace : undefined,
  };
  return <Value>(record: Value) => {
    const named = new Set<string>();
    const plain = copyOf(record, visitor(rules, named));
    const echoes = [...named].sort((a, b) => b.length - a.length).slice(0, mostEchoes);
    if (echoes.length === 0) return plain as Value;
    const visit: Visitor = {
      text: (text, key) => {
        if (vocabulary.has(key)) return text;
        return echoes.reduce((left, secret) => left.replaceAll(secret, () => rules.replace(secret)), text);
      },
      name: (name) => name,
      isHidden: () => false,
      secret: (text) => text,
    };
    return copyOf(plain, visit) as Value;
  };
}

/** Where records have words of their own, which may be a bad password too. */
const vocabulary = new Set(["type", "kind", "status", "code", "outcome", "recoverable"]);
/** More would take time that is not linear. */
const mostEchoes = 100;
/** Shorter words stand in texts by chance; what is somewhere within a secret may be any word. */
const shortestEcho = { self: 5, within: 8 };
/** As deep as `canonicalJson` goes. */
const deepest = 1000;

interface Rules {
  readonly isSecret: (name: string) => boolean;
  readonly patterns: readonly SecretPattern[];
  readonly replace: (secret: string) => string;
  /** What stands for every secret, when it is one text. */
  readonly mark: string | undefined;
}

interface Visitor {
  text(text: string, key: string): string;
  /** The name of a property. */
  name(name: string): string;
  /** Whether all that is in a property is secret. */
  isHidden(key: string, owner: object): boolean;
  secret(text: string, place: keyof typeof shortestEcho): string;
}

function visitor({ isSecret, patterns, replace, mark }: Rules, named: Set<string>): Visitor {
  const hide = (secret: string, isNoted: boolean): string => {
    if (secret === mark || secret === "") return secret;
    // In a text of JSON it may be written another way.
    if (isNoted && mark?.includes(secret) !== true) named.add(secret).add(JSON.stringify(secret).slice(1, -1));
    return replace(secret);
  };
  const unmarked = (text: string): string => patterns.reduce((left, pattern) => pattern(left, replace), text);
  return {
    text(text, key) {
      return secretPairs(unmarked(text), isSecret, (secret, isQuoted) => {
        return hide(secret, key === "arguments" && isQuoted && secret.length >= shortestEcho.self);
      });
    },
    name: unmarked,
    isHidden: (key, owner) => isSecret(isChange(key, owner) ? lastOf(owner.path) : key),
    secret: (text, place) => hide(text, text.length >= shortestEcho[place]),
  };
}

/** Whether a property says what was at a place before or after a repair. */
function isChange(key: string, owner: object): owner is { path: string } {
  return (key === "before" || key === "after") && "path" in owner && typeof owner.path === "string";
}

/** The last name of a JSON pointer. */
function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A copy with every text and every property seen by the visitor; what is in the record twice may be one in the copy. */
function copyOf(record: unknown, visit: Visitor): unknown {
  const made = { open: new Map<object, unknown>(), hidden: new Map<object, unknown>() };
  const names = new Map<string, string>();
  return copy(record, "", undefined, 0);

  function copy(value: unknown, key: string, hidden: keyof typeof shortestEcho | undefined, depth: number): unknown {
    if (hidden !== undefined && (typeof value === "string" || typeof value === "number")) {
      return visit.secret(String(value), hidden);
    }
    if (typeof value === "string") return visit.text(value, key);
    if (typeof value !== "object" || value === null) return value;
    const copies = hidden === undefined ? made.open : made.hidden;
    if (copies.has(value)) return copies.get(value);
    if (depth === deepest) return "[too deep]";
    copies.set(value, "[circular]");
    const within = hidden && "within";
    const result = Array.isArray(value)
      ? value.map((item) => copy(item, key, within, depth + 1))
      : Object.fromEntries(
          Object.entries(value).map(([name, member]) => [
            nameOf(name),
            copy(member, name, within ?? (visit.isHidden(name, value) ? "self" : undefined), depth + 1),
          ]),
        );
    copies.set(value, result);
    return result;
  }

  function nameOf(name: string): string {
    const known = names.get(name) ?? visit.name(name);
    names.set(name, known);
    return known;
  }
}
