import type { Issue } from "@helve/core";
import { unknownOption } from "@helve/core/internal";

/** The names of the options that something has. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/**
 * An issue for each option that does not exist. Otherwise a misspelled option would be ignored: with `enabled: false`, the tools would stay in use.
 *
 * @param what - the owner of the options for the message, with its article: `a tool`
 */
export function unknownOptionIssues<Options extends object>(
  options: Options,
  names: OptionNames<Options>,
  what: string,
): readonly Issue[] {
  return Object.keys(options)
    .filter((name) => !Object.hasOwn(names, name))
    .map((name) => unknownOption(name, what, Object.keys(names)));
}
