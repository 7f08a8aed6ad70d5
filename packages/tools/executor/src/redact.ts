import {
  redactionMark,
  replaceNamedSecrets,
  type SecretPattern,
  secretNameTest,
  secretPatterns,
} from "@helve/core/internal";

/**
 * Returns a copy of a value without its secrets: of an action return, an event, or any other plain JSON. It replaces
 *
 * - values whose name is one of a secret (`password`, `apiKey`, `Authorization`, …), in objects, in lists of named values or pairs
 *   (`{ name: "Authorization", value: "…" }`, `[["Authorization", "…"]]`), and in texts (`"token": "…"`, `token=…`, `--token …`),
 * - texts that look like a secret: keys of well-known services, JSON Web Tokens, bearer tokens, private keys, passwords in URLs
 *   and in options of curl,
 * - other occurrences of the named secrets in the same value; of more than a hundred, only of the longest hundred.
 *
 * A secret that has neither such a name nor such a look stays. Values nested deeper than 1,000 levels are left out.
 *
 * @example
 * executor.on("action:end", ({ actionReturn }) => save(redact(actionReturn)));
 */
export function redact<Value>(value: Value, options?: RedactOptions): Value {
  return createRedactor(options)(value);
}

/** Options of {@link redact}. */
export interface RedactOptions {
  /** More patterns of secrets. They see the output of tools, so write patterns that take linear time. */
  readonly patterns?: readonly RegExp[] | undefined;
  /** More names of secrets: in any case, with or without `-` and `_`, also as the end of a longer name. */
  readonly keys?: readonly string[] | undefined;
  /** Whether the patterns and names of this package apply too; true by default. */
  readonly defaults?: boolean | undefined;
  /** The replacement of a secret; `[redacted]` by default. */
  readonly replace?: string | ((secret: string) => string) | undefined;
}

/** Prepares the patterns and names of `options` once, for functions that redact many values. */
export function createRedactor(options: RedactOptions = {}): <Value>(value: Value) => Value {
  const { patterns = [], keys = [], defaults = true, replace = redactionMark } = options;
  const rules: RedactRules = {
    isSecretName: secretNameTest(keys, defaults),
    patterns: secretPatterns(patterns, defaults),
    replace: typeof replace === "string" ? () => replace : replace,
    mark: typeof replace === "string" ? replace : undefined,
    clean: new Set(),
  };
  return <Value>(value: Value) => {
    const named = new Set<string>();
    const copy = copyVisited(value, secretVisitor(rules, named));
    const secrets = [...named].sort((a, b) => b.length - a.length).slice(0, maxRepeatedSecrets);
    return (secrets.length === 0 ? copy : copyVisited(copy, repetitionVisitor(secrets, rules))) as Value;
  };
}

/**
 * Properties of action returns whose values come from a fixed set of words, such as `success`, which may be a bad password too.
 */
const fixedProperties = new Set(["type", "kind", "status", "code", "outcome", "recoverable"]);
/** Properties of action returns that contain values of the model, the tool or the host. */
const payloadProperties = new Set(["args", "arguments", "content", "value", "data", "state", "before", "after"]);
/** How many named secrets are searched in all texts; more would take too long. */
const maxRepeatedSecrets = 100;
/** Shorter secrets are not searched in other texts, because they occur in them by chance. */
const minRepeatedLength = { self: 5, within: 8 };
/** The deepest level that is copied, as in `canonicalJson`. */
const maxDepth = 1000;

interface RedactRules {
  readonly isSecretName: (name: string) => boolean;
  readonly patterns: readonly SecretPattern[];
  readonly replace: (secret: string) => string;
  /** The replacement, if it is the same for every secret. */
  readonly mark: string | undefined;
  /** Short texts in which nothing was replaced. Records contain the same texts many times: reasons, names of rules, dates. */
  readonly clean: Set<string>;
}

/** How many texts are known as clean, and how long they are at most, in UTF-16 units. */
const maxClean = { texts: 1000, length: 256 };

/** The functions that {@link copyVisited} calls for the parts of a value. */
interface Visitor {
  /** Replaces a text. @param key - the name of the property that contains it @param isOwn - whether it is a property of an action return itself */
  text(text: string, key: string, isOwn: boolean): string;
  /** Replaces the name of a property that is not one of an action return itself. */
  name(name: string): string;
  /** Returns whether everything in a property is secret. */
  isSecret(key: string, owner: object): boolean;
  /** Replaces a text or number in a secret property: the property itself, or a value nested within it. */
  secret(text: string, place: keyof typeof minRepeatedLength): string;
}

/** Returns the visitor that replaces secrets and collects those that have a name in `named`. */
function secretVisitor(
  { isSecretName, patterns, replace: own, mark, clean }: RedactRules,
  named: Set<string>,
): Visitor {
  let found = 0;
  const replace = (secret: string): string => {
    found++;
    return own(secret);
  };
  const hide = (secret: string, isCollected: boolean): string => {
    found++;
    if (secret === mark || secret === "") return secret;
    // In a text of JSON, the same secret is written with escapes.
    if (isCollected && mark?.includes(secret) !== true) named.add(secret).add(JSON.stringify(secret).slice(1, -1));
    return replace(secret);
  };
  const withoutPatterns = (text: string): string => patterns.reduce((rest, pattern) => pattern(rest, replace), text);
  const withoutSecrets = (text: string, key: string): string => {
    if (clean.has(text)) return text;
    const before = found;
    const rest = replaceNamedSecrets(withoutPatterns(text), isSecretName, (secret, isQuoted) => {
      return hide(secret, key === "arguments" && isQuoted && secret.length >= minRepeatedLength.self);
    });
    if (found === before && text.length <= maxClean.length) {
      if (clean.size === maxClean.texts) clean.clear();
      clean.add(text);
    }
    return rest;
  };
  return {
    text: withoutSecrets,
    name: (name) => withoutSecrets(name, ""),
    isSecret: (key, owner) => isSecretName(secretPropertyName(key, owner)) || isTokenMap(key, owner),
    secret: (text, place) => hide(text, text.length >= minRepeatedLength[place]),
  };
}

/** Returns the visitor that replaces other occurrences of secrets that were found by their name. */
function repetitionVisitor(secrets: readonly string[], { replace }: RedactRules): Visitor {
  const withoutSecrets = (text: string): string =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, () => replace(secret)), text);
  return {
    text: (text, key, isOwn) => (isOwn && fixedProperties.has(key) ? text : withoutSecrets(text)),
    name: withoutSecrets,
    isSecret: () => false,
    secret: (text) => text,
  };
}

/**
 * The name that describes the content of a property: its own name, the last name in the path of a repair, or the name in a list of named values,
 * `{ name: "Authorization", value: "…" }`, or of pairs, `[["Authorization", "…"]]`.
 */
function secretPropertyName(key: string, owner: object): string {
  if (isRepairValue(key, owner)) return lastName(owner.path);
  if (Array.isArray(owner)) return key === "1" ? String(owner[0]) : "";
  if (!/^(?:values?|content)$/i.test(key)) return key;
  const named = Object.entries(owner).find(([name, value]) => nameProperty.test(name) && typeof value === "string");
  return named === undefined ? key : String(named[1]);
}

const nameProperty = /^(?:name|key|header|headerName|field)$/i;

/** Whether a list consists of pairs of a name and a value, as `Headers` and `URLSearchParams` are written. */
function isPairList(list: readonly unknown[]): boolean {
  return (
    list.length > 0 && list.every((item) => Array.isArray(item) && item.length === 2 && typeof item[0] === "string")
  );
}

/** Whether an item of a list of arguments is the value of the option before it: `["--password", "…"]`. */
function isOptionValue(item: unknown, before: unknown): boolean {
  return typeof item === "string" && !item.startsWith("-") && typeof before === "string" && before.startsWith("--");
}

/** Whether a value is an action return. */
function isActionReturn(value: object): boolean {
  return ["call", "status", "valid", "observation"].every((name) => Object.hasOwn(value, name));
}

/** Returns whether a property is the `before` or `after` of a repair, whose `path` names the repaired property. */
function isRepairValue(key: string, owner: object): owner is { path: string } {
  return (key === "before" || key === "after") && "path" in owner && typeof owner.path === "string";
}

/** Whether a property is a map of tokens; a number of tokens is no secret. */
function isTokenMap(key: string, owner: object): boolean {
  if (!/tokens$/i.test(key)) return false;
  return Object.values((owner as Readonly<Record<string, unknown>>)[key] ?? {}).some(
    (token) => typeof token === "string",
  );
}

/** Returns the last name of a JSON pointer. */
function lastName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Copies a value and lets the visitor replace its texts and property names. Objects that occur twice are copied once. */
function copyVisited(root: unknown, visit: Visitor): unknown {
  const copies = { open: new Map<object, unknown>(), secret: new Map<object, unknown>() };
  const names = new Map<string, string>();
  return copy(root, { key: "", secret: undefined, depth: 0, isWithinOwn: false });

  /** Copies a value without secrets. */
  function copy(value: unknown, { key, secret, depth, isWithinOwn }: Place): unknown {
    if (secret !== undefined && (typeof value === "string" || typeof value === "number")) {
      return visit.secret(String(value), secret);
    }
    if (typeof value === "string") return visit.text(value, key, isWithinOwn);
    if (typeof value !== "object" || value === null) return value;
    const copied = secret === undefined ? copies.open : copies.secret;
    if (copied.has(value)) return copied.get(value);
    if (depth === maxDepth) return "[too deep]";
    copied.set(value, "[circular]");
    const within = secret && "within";
    const isOwn = isWithinOwn || (!Array.isArray(value) && isActionReturn(value));
    const secretOf = (name: string, owner: object) => within ?? (visit.isSecret(name, owner) ? "self" : undefined);
    const item: Place = { key, secret: within, depth: depth + 1, isWithinOwn: isOwn };
    const result = Array.isArray(value)
      ? isPairList(value)
        ? value.map((pair) => [
            copy(pair[0], { ...item, depth: depth + 2 }),
            copy(pair[1], { ...item, secret: secretOf("1", pair), depth: depth + 2 }),
          ])
        : value.map((member: unknown, index) => {
            const option = isOptionValue(member, value[index - 1]) ? secretOf("1", [value[index - 1], member]) : within;
            return copy(member, { ...item, secret: option });
          })
      : copyMembers(value, isOwn ? (name) => name : copyName, (member, name) => {
          const isWithinOwn = isOwn && !payloadProperties.has(name);
          return copy(member, { key: name, secret: secretOf(name, value), depth: depth + 1, isWithinOwn });
        });
    copied.set(value, result);
    return result;
  }

  /** Returns the name under which a member is copied, with secrets in it replaced. */
  function copyName(name: string): string {
    const copied = names.get(name) ?? visit.name(name);
    names.set(name, copied);
    return copied;
  }
}

/** Where a value is in the value that is copied. */
interface Place {
  readonly key: string;
  readonly secret: keyof typeof minRepeatedLength | undefined;
  readonly depth: number;
  readonly isWithinOwn: boolean;
}

/** Copies the members of an object; a number is added to a name that occurs again, as two names may be replaced alike. */
function copyMembers(
  value: object,
  copyName: (name: string) => string,
  copyMember: (member: unknown, name: string) => unknown,
): object {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const copied = copyName(name);
    let unique = copied;
    for (let count = 2; Object.hasOwn(copy, unique); count++) unique = `${copied} (${count})`;
    const member = copyMember((value as Readonly<Record<string, unknown>>)[name], name);
    if (unique === "__proto__") {
      Object.defineProperty(copy, unique, { value: member, enumerable: true, configurable: true, writable: true });
    } else copy[unique] = member;
  }
  return copy;
}
