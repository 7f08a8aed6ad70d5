/** Determines the role of an argument: `decisive` if it decides whom or what a call affects, such as a receiver. */
import type { DescribedArgument } from "../described-tool.ts";
import { wordsOf } from "../words-of.ts";

/**
 * The role of an argument. `decisive`: it decides whom or what a call affects (a receiver, an account, an address, a path).
 * `label`: it names what the call makes (a title). `content`: it decides nothing.
 */
export type ArgumentRole = "decisive" | "label" | "content";

/**
 * The role of an argument by its name. An argument of an unknown kind has the role of the object that it is in, and is otherwise decisive.
 *
 * @param outer - the role of the object, as `roleForMembers` returns it
 */
export function argumentRole(name: string, outer?: ArgumentRole): ArgumentRole {
  return (isTextName(name) ? "content" : roleForMembers(name, outer)) ?? roleOfName(name) ?? "decisive";
}

/** The role by its name that an object passes on to its members; `undefined` if the name says nothing, such as `data`. */
export function roleForMembers(name: string, outer?: ArgumentRole): ArgumentRole | undefined {
  if (isVague(name)) return outer;
  const role = roleOfName(name);
  // The name of a receiver is as decisive as the receiver.
  return role === undefined || (role === "label" && outer === "decisive") ? outer : role;
}

/**
 * The roles of an argument and its members by their schemas, by their paths: the format, then the name, and where the name says little, the
 * title and the description. An argument of an unknown kind has the role of the object that it is in. Otherwise it is decisive, unless the
 * schema lists its values.
 */
export function describedRoles(
  argument: DescribedArgument,
  outer?: { readonly path: string; readonly role: ArgumentRole | undefined },
): readonly (readonly [path: string, role: ArgumentRole])[] {
  const { name, isChoice, members } = argument;
  const path = outer === undefined ? name : `${outer.path}.${name}`;
  const described = roleOfSchema(argument);
  const role = described ?? roleForMembers(name, outer?.role);
  const own = described ?? (isTextName(name) ? "content" : role) ?? roleOfName(name);
  const ownRole = own ?? (isChoice ? "content" : "decisive");
  return [[path, ownRole], ...members.flatMap((member) => describedRoles(member, { path, role }))];
}

/** The role by the format, and where the name says little, by the title and the description; `undefined` if they say nothing. */
function roleOfSchema({ name, title, description, format }: DescribedArgument): ArgumentRole | undefined {
  if (decisiveFormats.has(format)) return "decisive";
  if (contentFormats.has(format)) return "content";
  const isNamed = !isVague(name) && roleOfName(name) !== undefined;
  return isNamed ? undefined : (roleOfText(title) ?? roleOfText(description));
}

/** Whether a name stands for a text, also within an object that decides: the content of a file. */
function isTextName(name: string): boolean {
  return /^(?:contents?|text)$/i.test(name);
}

/** Whether a name says nothing of what an argument is for. */
export function isVague(name: string): boolean {
  return wordsOf(name).every((word) => vagueNames.has(word));
}

/** The role that the words of a name show, the last one first: `output_path` is a path, and `path_format` a format. */
function roleOfName(name: string): ArgumentRole | undefined {
  const words = wordsOf(name);
  const [only, other] = words;
  return roleOfHead(words) ?? (other === undefined && labelWords.has(only ?? "") ? "label" : undefined);
}

/** Returns the role that the start of a description names: "The address of the page" is an address. */
function roleOfText(text: string): ArgumentRole | undefined {
  const [sentence = ""] = text.split(/[.\n]/, 1);
  for (const part of sentence.split(partEnd)) {
    const words = wordsOf(part);
    if (words.some((word) => askedWords.has(word))) return "decisive";
    const role = words.every((word) => vagueWords.has(word)) ? undefined : roleOfHead(words);
    if (role !== undefined) return role;
  }
  return undefined;
}

/** Tells whether the main word of an argument's name stands for content or for what decides, such as an account. */
function roleOfHead(words: readonly string[]): "decisive" | "content" | undefined {
  const known = words.filter((word) => contentWords.has(word) || isDecisive(word));
  // The number of an account is as decisive as the account.
  const head = known.findLast((word) => word !== "number") ?? known[0];
  if (head === undefined) return undefined;
  return isDecisive(head) ? "decisive" : "content";
}

function isDecisive(word: string): boolean {
  return partyWords.has(word) || placeWords.has(word);
}

const partEnd = /[,;:()]|\s(?:as|at|by|for|from|in|of|on|that|to|which|with)\s/i;
const askedWords: ReadonlySet<string> = new Set(["who", "whom", "whose", "where"]);

/** The formats of JSON Schema for addresses, and for times and encoded contents. */
const decisiveFormats: ReadonlySet<string> = new Set(
  `email idn-email uri uri-reference iri iri-reference uri-template url hostname idn-hostname ipv4 ipv6 phone`.split(
    " ",
  ),
);
const contentFormats: ReadonlySet<string> = new Set("date date-time time duration byte binary base64 color".split(" "));

const labelWords: ReadonlySet<string> = new Set("heading label name subject summary title topic".split(" "));

/** Words in the names of arguments for people, accounts and addresses. */
export const partyWords: ReadonlySet<string> = new Set(
  `account attendee attendees bcc beneficiary cc collaborator contact destination email emails follower guest host iban member members owner participant
  participants payee person phone receiver recipient recipients to url uri user username users webhook website with`.split(
    /\s+/,
  ),
);

/** Words in the names of places and rights, beside those of people and accounts. */
const placeWords: ReadonlySet<string> = new Set(
  `access address addresses branch bucket channel channels database dir directory domain file filename filepath files folder folders
  hostname link links path paths permission permissions receivers repo repository role server target targets urls visibility workspace`.split(
    /\s+/,
  ),
);

/** Words in the names of texts, times, amounts, codes, the fields of a form, and of how a result is shown. */
const contentWords: ReadonlySet<string> = new Set(
  `amount body captcha code color comment comments content contents count currency data date dates day description details duration element
  encoding end field fields flag form format hour html input inputs is kind language limit locale markdown message messages minute mode month
  note notes number offset option options otp output page pin price priority quantity query question rating reason score
  selector size sort stars start status text texts time timezone total type value values year`.split(/\s+/),
);

/** Words that say nothing of what an argument is for. */
const vagueWords: ReadonlySet<string> = new Set(
  `a an arg argument input inputs item items list number of option options param parameter string strings the value values`.split(
    " ",
  ),
);

/** Words that in a name say as little, because any argument may be called so. */
const vagueNames: ReadonlySet<string> = new Set([
  ...vagueWords,
  "content",
  "contents",
  "data",
  "field",
  "fields",
  "text",
]);
