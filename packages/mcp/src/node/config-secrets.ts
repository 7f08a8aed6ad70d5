import type { ServerConfig } from "./servers-file.ts";

/**
 * Patterns for the secrets in the configuration of servers: the values of environment variables and headers, and the arguments after an option
 * whose name is one of a secret. No log may contain them.
 */
export function configSecrets(servers: Readonly<Record<string, ServerConfig>>): readonly RegExp[] {
  const values = Object.values(servers).flatMap((config) => {
    if ("command" in config) return [...Object.values(config.env ?? {}), ...secretArguments(config.args ?? [])];
    return [
      ...Object.values(config.headers ?? {}).flatMap((value) => [value, value.split(/\s+/).at(-1) ?? ""]),
      ...secretParts(config.url),
    ];
  });
  const secrets = [...new Set(values)].filter((value) => value.length >= minLength).sort((a, b) => b.length - a.length);
  return secrets.map((secret) => new RegExp(secret.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&"), "g"));
}

/** Shorter values occur in other texts by chance. */
const minLength = 6;

/** The values of options such as `--token VALUE` and `--token=VALUE`. */
function secretArguments(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    const [option = "", value] = arg.split(/=(.*)/s);
    if (!/^--?[\w-]*(?:token|key|secret|password|passwd|auth|credential)[\w-]*$/i.test(option)) return secretParts(arg);
    return [value ?? args[index + 1] ?? ""];
  });
}

/** The password and the parameters in a URL. */
function secretParts(url: string): readonly string[] {
  if (!URL.canParse(url)) return [];
  const { password, searchParams } = new URL(url);
  return [password, decodeURIComponent(password), ...searchParams.values()];
}
