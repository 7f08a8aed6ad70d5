/** Finds the API key of a service: an option or an environment variable. */
import { environmentVariable } from "./host.ts";

/**
 * The key of a service: the given one, or the value of an environment variable.
 *
 * @param owner - what needs it, in the message
 * @throws TypeError if not found
 */
export function requiredKey(owner: string, given: string | undefined, variable: string): string {
  const key = given ?? environmentVariable(variable);
  if (key !== undefined && key.trim() !== "") return key.trim();
  throw new TypeError(`${owner} needs an API key: the option "apiKey" or the environment variable ${variable}`);
}

/** A text without a key that a service may have repeated: as it is, as in addresses and forms, and as in JSON. */
export function withoutKey(text: string, key: string | undefined): string {
  if (key === undefined || key === "") return text;
  const form = new URLSearchParams([["", key]]).toString().slice(1);
  const forms = new Set([key, encodeURIComponent(key), encodeURI(key), form, JSON.stringify(key).slice(1, -1)]);
  const longestFirst = [...forms].sort((one, other) => other.length - one.length);
  return text.replace(new RegExp(longestFirst.map((each) => each.replace(/\W/g, "\\$&")).join("|"), "gi"), "…");
}
