/** Databases for development: those on this machine, and those whose name says so. */
import { isLoopbackHost } from "../loopback.ts";
import { literalText } from "./argument.ts";
import type { ParsedWords } from "./separate-options.ts";
import type { ShellState } from "./state.ts";

/** Whether a call of a client names a database on this machine or one for development: `psql -h localhost shop`, `mysql shop_dev`. */
export function isForDevelopment({ options, operands }: ParsedWords, { variables }: ShellState): boolean {
  const valuesOf = (names: RegExp): readonly string[] =>
    options.flatMap((option) => (names.test(option.name) ? [literalText(option.value) ?? ""] : []));
  const named = [
    ...valuesOf(/^(?:-d|-D|--dbname|--database|--uri)$/),
    ...operands.slice(0, 1).map((word) => literalText(word) ?? ""),
  ];
  const addresses = named.filter((text) => /^[\w+]+:\/\/|(?:^|\s)host=/.test(text));
  const hosts = [
    ...valuesOf(/^(?:-h|--host|-H|--hostname)$/),
    ...addresses.map(hostOfAddress),
    ...["PGHOST", "MYSQL_HOST"].flatMap((name) =>
      variables.has(name) ? [variables.get(name)?.value?.text ?? ""] : [],
    ),
  ];
  if (hosts.length > 0) return hosts.every(isLoopbackHost);
  return named.length > 0 && addresses.length === 0 && named.every((name) => developmentName.test(name));
}

function hostOfAddress(text: string): string {
  const [, listed] = /(?:^|\s)host=(\S+)/.exec(text) ?? [];
  const [, authority = ""] = /^[\w+]+:\/\/([^/?#]*)/.exec(text) ?? [];
  return listed ?? authority.replace(/^.*@/, "").replace(/:\d+$/, "");
}

const developmentName = /^\w*?(?:^|[_-])(?:dev|development|local|sandbox|scratch)(?:$|[_-]\w*$)/i;
