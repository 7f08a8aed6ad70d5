/** Derives traits of a tool from its name and description: whether its results are trusted, whether it changes something. */
import { askUserName } from "@helve/core/internal";
import { type DescribedTool, describedTools } from "./described-tool.ts";
import { type ArgumentRole, describedRoles } from "./tool-traits/argument-roles.ts";
import { changingVerbs, openedThings, readingNouns, readingVerbs } from "./tool-traits/verbs.ts";
import { wordsOf } from "./words-of.ts";

/** The traits of a tool for rules about provenance. */
export interface ToolTraits {
  /** Whether its calls change something outside of the session, send something, or act in the user's name. */
  readonly changesWorld: boolean;
  /** The trust in its results: texts that other people may have written, data that the user trusts, such as contacts, or answers of the user. */
  readonly results: "trusted" | "untrusted" | "user";
  /** Whether its results hold data of the user or of other people, such as mails, files and balances, or what anybody may read. */
  readonly data: "private" | "public";
  /**
   * The roles of its arguments, by their names, or by their paths within objects (`mail.to`): `decisive` arguments say whom or what a call
   * affects, a `label` names what it makes, and `content` decides nothing. The name decides about those that are not listed.
   */
  readonly argumentRoles?: Readonly<Record<string, ArgumentRole>>;
}

/** The traits of tools by name. A policy may list only some of them. */
export type ToolTraitsByName = Readonly<Record<string, Partial<ToolTraits>>>;

/**
 * The traits of tools, derived from the verbs and nouns in their names and, where these say nothing, in their descriptions. A tool
 * that is not understood changes the world, and its results are untrusted. The roles of arguments follow their formats, names, titles and
 * descriptions; an argument that is not understood is decisive. Review the result, because names and descriptions are texts
 * for models.
 *
 * @param tools - OpenTool Functions, or tools as MCP servers and the APIs of models list them
 * @param overrides - traits that are known better, by the name of the tool
 * @throws TypeError if a tool has no name
 * @example
 * const traits = toolTraits(functions, { get_notes: { results: "trusted" } });
 * predicates({ traits });
 */
export function toolTraits(
  tools: readonly DescribedTool[],
  overrides: ToolTraitsByName = {},
): Readonly<Record<string, ToolTraits>> {
  return Object.fromEntries(
    describedTools(tools).map(({ name, description, arguments: described }) => {
      const known = Object.hasOwn(overrides, name) ? overrides[name] : undefined;
      const corrected = known?.argumentRoles ?? {};
      const roles = [
        ...described
          .flatMap((argument) => describedRoles(argument))
          .filter(([path]) => !Object.hasOwn(corrected, path.slice(path.lastIndexOf(".") + 1))),
        ...Object.entries(corrected),
      ];
      const traits = { ...derivedTraits(name, description), ...known };
      return [name, roles.length === 0 ? traits : { ...traits, argumentRoles: Object.fromEntries(roles) }];
    }),
  );
}

/**
 * Whether the results of a tool are trusted, for the option `trust` of an engine: by the traits of a policy, or else by the tool's name.
 *
 * @example
 * new Engine(program, { predicates: predicates({ traits }), trust: resultTrust(traits) });
 */
export function resultTrust(traits: ToolTraitsByName = {}): (tool: string) => ToolTraits["results"] {
  return (tool) => {
    const known = Object.hasOwn(traits, tool) ? traits[tool]?.results : undefined;
    return known ?? derivedTraits(tool).results;
  };
}

/** The traits of one tool, by its name and its description. */
export function derivedTraits(name: string, description = ""): ToolTraits {
  if (name === askUserName) return { changesWorld: false, results: "user", data: "private" };
  const words = nameWords(name);
  const subject = words.every((word) => readingVerbs.has(word) || fillers.has(word))
    ? nameWords(toolkitOf(name))
    : words;
  const changesWorld = changes(words) ?? changes(firstWords(description)) ?? true;
  const results = !changesWorld && isLookup(subject) ? "trusted" : "untrusted";
  return { changesWorld, results, data: isPublic(subject) ? "public" : "private" };
}

/** The words of a tool's name without its toolkit or server, in lower case: `Gmail.SendEmail` has `send` and `email`. */
export function nameWords(name: string): readonly string[] {
  return wordsOf(
    name
      .slice(0, 200)
      .split(/\.|__|:|\//)
      .at(-1) ?? "",
  );
}

/** The toolkit or server in a tool's name: `Contacts` of `Contacts.Find`; empty if not found. */
function toolkitOf(name: string): string {
  return /^(.*)(?:\.|__|:|\/)/.exec(name.slice(0, 200))?.[1] ?? "";
}

/** Whether a sequence of words names a change; `undefined` if it has neither a verb nor a noun that is known. */
function changes(words: readonly string[]): boolean | undefined {
  const verbAt = words.findIndex((word) => readingVerbs.has(word) || changingVerbs.has(word));
  const verb = words[verbAt];
  if (verb === undefined) return words.some((word) => readingNouns.has(word)) ? false : undefined;
  if (!readingVerbs.has(verb)) return true;
  if (words.some((word, at) => at > verbAt && words[at - 1] === "and" && changingVerbs.has(word))) return true;
  return (verb === "open" || verb === "check") && openedThings.has(words[verbAt + 1] ?? "");
}

/** The words of the first sentence of a description, with verbs in their base form: `Sends` is `send`. */
function firstWords(description: string): readonly string[] {
  const [sentence = ""] = description.slice(0, 300).split(/[.\n]/);
  return wordsOf(sentence)
    .slice(0, 4)
    .flatMap((word) => [word, word.replace(/(?<=s|x|z|ch|sh)es$|s$/, "")]);
}

/** Whether a tool only reads data of the application or the user, not texts of other people. */
function isLookup(words: readonly string[]): boolean {
  const rest = words.filter((word) => !readingVerbs.has(word) && !fillers.has(word));
  return words.some((word) => trustedNouns.has(word)) && rest.every((word) => trustedNouns.has(word));
}

/** Whether a tool only reads public data: `get_weather`, `search_flights`. */
function isPublic(words: readonly string[]): boolean {
  const rest = words.filter((word) => !readingVerbs.has(word) && !fillers.has(word) && word !== "");
  return rest.length > 0 && rest.every((word) => publicNouns.has(word) || publicNouns.has(word.replace(/s$/, "")));
}

const fillers: ReadonlySet<string> = new Set(
  "account all and by current for id in list my name of the to today".split(" "),
);

const trustedNouns: ReadonlySet<string> = new Set(
  `balance calculate calculator clock contact contacts convert current date datetime day iban now profile settings time timestamp timezone
  today whoami`.split(/\s+/),
);

const publicNouns: ReadonlySet<string> = new Set(
  `air arxiv book browser calculate calculator city clock convert country currency date datetime day dictionary direction documentation
  docs encyclopedia exchange flight forecast geocode hotel internet link map math movie news now package page place price
  product rate recipe repository restaurant rss shop site song stock store tab time timestamp timezone today track train
  translator url weather web webpage website wiki wikipedia wolfram youtube`.split(/\s+/),
);
