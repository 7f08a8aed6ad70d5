import { escapeInvisible, visibleJson } from "./escape-invisible.ts";
import { replaceNamedSecrets } from "./secrets/named-secrets.ts";
import { secretNameTest } from "./secrets/secret-names.ts";
import { secretsInLine } from "./secrets/secret-patterns.ts";

/**
 * A text as a person reads it who decides about it: all lines, with invisible characters escaped. A secret is replaced by its length, and the
 * rest of its line stays. What may be a path, a program or code is never replaced, even under the name of a secret, and neither is a whole line.
 *
 * @example
 * shownText("curl -H 'X-API-Key: 5f3a9c0e1b7d' x.io"); // "curl -H 'X-API-Key: «12 characters hidden»' x.io"
 */
export function shownText(text: string): string {
  return text.split("\n").map(shownLine).join("\n");
}

/** Formats an argument for a person: text unchanged, other values as JSON, secrets hidden. */
export function shownValue(name: string, value: unknown): string {
  if (typeof value === "string") {
    return isSecretName(name) && isNamedSecret(value) ? hidden(value) : shownText(value);
  }
  const line = visibleJson(value);
  return shownText(line.length <= 72 ? line : (JSON.stringify(value, null, 2) ?? ""));
}

/** Replaces the secrets in a line. */
function shownLine(line: string): string {
  const withoutPatterns = patterns.reduce((rest, replace) => replace(rest, hideIf(isPatternSecret)), line);
  const shown = replaceNamedSecrets(withoutPatterns, isSecretName, (value) => {
    // The name of a scheme precedes the secret: `Authorization: Basic dXNlcjpw`.
    return value.replace(/[^\s«»]+/g, hideIf(isNamedSecret));
  });
  return escapeInvisible(/^\s*«\d+ characters hidden»\s*$/.test(shown) ? line : shown);
}

const patterns = secretsInLine();
const isSecretName = secretNameTest([], true);

/** Whether the value of a secret name can be hidden: letters and digits in one word, so no path, no program and no code. */
function isNamedSecret(value: string): boolean {
  return /^(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])[\w+=~-]{8,}$/.test(value);
}

/** Whether a text that looks like a secret can be hidden: not if it is shell syntax or a path. */
function isPatternSecret(value: string): boolean {
  return /^[^\s"'`$(){}|;&<>\\/.~][^\s"'`$(){}|;&<>\\]*$/.test(value);
}

/** Returns a function that hides values which pass a test. */
function hideIf(test: (value: string) => boolean): (value: string) => string {
  return (value) => (test(value) ? hidden(value) : value);
}

/** Writes the text that replaces a secret. */
function hidden(value: string): string {
  return `«${value.length} characters hidden»`;
}
