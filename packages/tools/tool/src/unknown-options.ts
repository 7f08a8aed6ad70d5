/** Reports unknown and invalid options, such as a misspelled name. */
import type { Issue } from "@helve/core";
import { quote, unknownOption, wordList } from "@helve/core/internal";

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

/** What the values of options must be: the text for a message, and whether a value is valid. Absent options are. */
export type OptionValues<Options> = {
  readonly [Name in keyof Options]?: readonly [expected: string, isValid: (value: unknown) => boolean];
};

/**
 * An issue for each option whose value is not what it must be. Otherwise `types: "maybe"` would silently be the default.
 *
 * @param what - the owner of the options for the message, with its article: `the toolkit "Terminal"`
 */
export function invalidOptionIssues<Options extends object>(
  options: Options,
  values: OptionValues<Options>,
  what: string,
): readonly Issue[] {
  const rules = Object.entries(values) as [keyof Options & string, NonNullable<OptionValues<Options>[keyof Options]>][];
  return rules
    .filter(([name, [, isValid]]) => options[name] !== undefined && !isValid(options[name]))
    .map(([name, [expected]]) => {
      return { code: "option", message: `the option "${name}" of ${what} must be ${expected}`, path: `/${name}` };
    });
}

/** The values of an option that is on or off. */
export const trueOrFalse: readonly [string, (value: unknown) => boolean] = [
  "true or false",
  (value) => typeof value === "boolean",
];

/** The values of an option that allows some texts. */
export function oneOf(...texts: readonly string[]): readonly [string, (value: unknown) => boolean] {
  const known: readonly unknown[] = texts;
  return [
    wordList(
      texts.map((text) => quote(text)),
      "or",
    ),
    (value) => known.includes(value),
  ];
}
