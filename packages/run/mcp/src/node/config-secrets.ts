import type { ServerConfig } from "./servers-file.ts";

/**
 * Patterns for the secrets in the configuration of servers: the values of environment variables and headers, also in arguments such as
 * `-e KEY=VALUE` and `--header "Name: VALUE"`, the arguments after an option that is named like a secret, and secrets in URLs. No log may
 * contain them.
 */
export function configSecrets(servers: Readonly<Record<string, ServerConfig>>): readonly RegExp[] {
  const values = Object.values(servers).flatMap((config) => {
    if ("command" in config) {
      const env = Object.values(config.env ?? {});
      return [...env, ...env.flatMap(secretParts), ...secretArguments(config.args ?? [])];
    }
    return [...Object.values(config.headers ?? {}).flatMap(headerSecrets), ...secretParts(config.url)];
  });
  return secretPatterns(values);
}

/** Patterns for secrets; longer ones first, because they may contain shorter ones. */
export function secretPatterns(values: readonly (string | undefined)[]): readonly RegExp[] {
  const known = values.filter((value) => value !== undefined);
  const secrets = [...new Set(known.flatMap(secretLines))]
    .filter((value) => value.length >= minLength)
    .sort((a, b) => b.length - a.length);
  return secrets.map((secret) => new RegExp(secret.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&"), "g"));
}

/** Shorter values occur in other texts by chance. */
const minLength = 6;

const secretName = /(?:token|key|secret|password|passwd|auth|credential)/i;

/** The values of options such as `--token VALUE`, `--token=VALUE`, `-e TOKEN=VALUE` and `--header "Name: VALUE"`. */
function secretArguments(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    const [name = "", value] = arg.split(/=(.*)/s);
    const before = args[index - 1] ?? "";
    if (/^(?:--header|-H)$/.test(before)) return headerValue(arg);
    if (/^--header$/.test(name) && value !== undefined) return headerValue(value);
    const isVariable = /^(?:--env|-e)$/.test(before) || secretName.test(name);
    if (/^\w+$/.test(name) && value !== undefined && isVariable) return [value, ...secretParts(value)];
    if (/^--env$/.test(name) && value !== undefined) return secretArguments(["-e", value]);
    if (!/^--?[\w-]+$/.test(name) || !secretName.test(name)) return secretParts(arg);
    return [value ?? args[index + 1] ?? ""];
  });
}

/** Returns the secrets in the value of a header, `Authorization: Bearer …`. */
function headerValue(header: string): readonly string[] {
  return headerSecrets(header.replace(/^[^:]*:\s*/, ""));
}

/** The value of a header, and without its scheme: `Bearer VALUE`. */
function headerSecrets(value: string): readonly string[] {
  return [value, value.split(/\s+/).at(-1) ?? ""];
}

/** Lists the secrets in a URL: password and parameters, decoded and as written. */
function secretParts(url: string): readonly string[] {
  if (!URL.canParse(url)) return [];
  const { username, password, search } = new URL(url);
  const written = search
    .slice(1)
    .split("&")
    .map((parameter) => parameter.replace(/^[^=]*=?/, ""));
  return [password === "" ? username : password, ...written].flatMap((text) => [text, decoded(text)]);
}

/** Decodes a text from a URL; returns it unchanged if that fails. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** Lists the lines of a multi-line secret, because logs contain single lines. */
function secretLines(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/);
  return lines.length === 1 ? lines : [secret, ...lines.filter((line) => line.length >= minLineLength)];
}

/** Shorter lines of a longer secret are not secret by themselves. */
const minLineLength = 16;
