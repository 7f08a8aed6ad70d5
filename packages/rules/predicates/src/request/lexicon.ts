/** Words for acts and things in requests and tool names: "email", "text" and "notify" are all the act `message`. */
import { stem } from "./stem.ts";

/** The kind of an act: `message` is writing to somebody, `share` is giving access. */
export type ActKind =
  | "message"
  | "share"
  | "pay"
  | "buy"
  | "reserve"
  | "schedule"
  | "delete"
  | "cancel"
  | "archive"
  | "save"
  | "upload"
  | "publish"
  | "create"
  | "change"
  | "run"
  | "join"
  | "rate"
  | "code"
  | "sign in"
  | "fill in"
  | "read";

/**
 * The kinds of an act by its verb. A verb that a row of `thingKinds` refines (`send`, `add`, `create`) has its kind here only for
 * things of no known sort.
 */
const verbRows: Readonly<Record<string, string>> = {
  message: `announce answer apologize ask comment confirm congratulate contact dm email forward greet inform know mail message notify ping remind reply respond send sms tell text thank tweet write`,
  share: "authorize grant invite share unshare",
  pay: "charge debit deposit donate pay refund reimburse remit repay settle spend tip top topup transfer wire withdraw",
  buy: "buy checkout order purchase redeem reorder shop",
  reserve: "book rebook rent reserve",
  schedule: "invite postpone remind reschedule schedule",
  delete: "clean clear delete destroy discard empty erase purge remove rm trash unlink wipe",
  cancel: "cancel refuse terminate unenroll unregister unsubscribe",
  archive: "archive clean tidy",
  save: "append attach backup clone copy download export keep record save store",
  upload: "import submit upload",
  publish: "deploy post publish release",
  create: "add compose create design draft generate insert make prepare produce put request send",
  change: `adjust assign change correct edit fill fix improve label mark modify move mute patch pin put rename replace reset resize
    restore rotate set setup tag translate update upgrade`,
  run: "build compile execute install run test",
  join: "apply enroll follow join register sign signup star subscribe unfollow",
  rate: "comment downvote like rate react review upvote vote",
  code: "commit fork merge push rebase revert",
  "sign in": "authenticate confirm login verify",
  "fill in": "choose click enter fill input paste press select submit tap tick type",
  read: `analyze browse calculate check compare convert count describe explain extract fetch find get inspect list look load monitor open
    read retrieve scan search see show sort split summarize track translate view visit watch`,
};

/** The things of acts: words for the same sort of thing. `carrier` sorts say what holds a text, not what it is about. */
const thingRows: Readonly<Record<string, string>> = {
  message: `answer channel chat comment conversation dm email inbox letter mail mailbox message notification reply slack sms telegram text
    thread tweet`,
  file: `album archive attachment backup content contents copy dir directory doc document export file folder image json link note pdf photo
    picture report screenshot spreadsheet sheet summary template text video`,
  document: "bill book contract cv ebook invoice paper receipt resume statement template ticket",
  web: "browser field form homepage html input link page portal site tab url web webpage website",
  account: "account address credential login otp passcode passphrase password phone pin profile setting username user",
  money: `amount balance bill cash debt deposit dollar donation euro fee fund invoice money payment payout price refund rent salary tip total
    transaction transfer`,
  payment: "balance cash euro dollar money payment transaction transfer",
  purchase: "basket cart checkout coupon grocery order product purchase shop shopping store wishlist",
  event: `agenda anniversary appointment attendee birthday breakfast brunch call calendar ceremony conference deadline dinner event interview
    invitation invite lunch meeting participant party reminder schedule seminar session slot standup supper webinar wedding workshop`,
  access: "access collaborator editor guest invitation member membership permission privilege role viewer",
  list: "list",
  reservation: "booking reservation",
  dining: "bistro breakfast brunch buffet cafe dinner lunch meal restaurant supper table",
  lodging: "accommodation apartment bnb guesthouse hostel hotel lodging motel resort room stay suite",
  travel: "bus cab cruise ferry flight journey rail ride seat taxi ticket tour train trip voyage",
  task: "assignment chore errand task todo",
  music: "album playlist song track",
  code: "branch commit fork issue pr pull release repo repository tag",
  command: "bash code command package process program script shell terminal",
  subscription: "membership plan subscription",
  rating: "like rating review star vote",
};

/** The sorts of things that carry texts: mails and pages, on any subject. */
const carrierSorts: ReadonlySet<string> = new Set(["message", "file", "web", "account"]);

/** The kind of an act by the sort of its thing, where the verb says too little: sending money is paying. */
const thingKinds: Readonly<Record<string, { readonly verbs: string; readonly kind: ActKind }>> = {
  payment: { verbs: "send make create add submit give", kind: "pay" },
  message: { verbs: "send post make create write draft compose give put leave add submit publish", kind: "message" },
  time: { verbs: "bring change move push shift", kind: "schedule" },
  event: {
    verbs:
      "add book change create edit make move plan push put reschedule send set setup shift invite update organize arrange have",
    kind: "schedule",
  },
  purchase: { verbs: "add put make place submit create get", kind: "buy" },
  access: { verbs: "add give set change create update invite make assign", kind: "share" },
  reservation: { verbs: "make create get add place", kind: "reserve" },
  dining: { verbs: "get make arrange organize plan find have", kind: "reserve" },
  file: { verbs: "add append create make put write get", kind: "save" },
  code: { verbs: "create open close push pull tag add comment update merge", kind: "code" },
  command: { verbs: "start kill stop call", kind: "run" },
  rating: { verbs: "give add leave write post create submit", kind: "rate" },
  subscription: { verbs: "start get add create", kind: "join" },
};

/** The sorts of things that a kind is about anyway, so that they need not be named: who writes to Ann may send a mail. */
const ownSorts: Readonly<Record<string, readonly string[]>> = {
  message: ["message"],
  share: ["access", "file"],
  pay: ["money"],
  buy: ["purchase"],
  reserve: ["reservation"],
  schedule: ["event"],
  save: ["file"],
  upload: ["file"],
  publish: ["message", "web"],
  run: ["command"],
  rate: ["rating"],
  code: ["code"],
  "sign in": ["account", "money"],
  "fill in": ["web"],
};

/** The acts that a call may be part of, by the kind of the call: a form is filled in to book. `any` stands for every requested change. */
const means: Readonly<Record<string, readonly (ActKind | "any")[]>> = {
  "fill in": ["any"],
  "sign in": ["any"],
  message: ["share"],
  delete: ["cancel"],
};

/** Lists the kinds of acts for which a call of this kind may be needed. */
export function servedBy(kind: ActKind): readonly (ActKind | "any")[] {
  return means[kind] ?? [];
}

/** Returns the sorts of things that a kind of act is about. */
export function sortsOfKind(kind: ActKind): readonly string[] {
  return ownSorts[kind] ?? [];
}

/** Whether a sort of things holds texts, on any subject. */
export function isCarrier(sort: string): boolean {
  return carrierSorts.has(sort);
}

/** Returns the sorts of a thing; empty if its word is unknown. */
export function sortsOf(word: string): ReadonlySet<string> {
  return byStem().sorts.get(stem(word)) ?? none;
}

/** Whether a kind of act is general, such as creating or changing anything. */
export function isGenericKind(kind: ActKind): boolean {
  return kind === "create" || kind === "change";
}

/** Whether a word is a verb of an act. */
export function isActVerb(word: string): boolean {
  const { kinds, refiningVerbs } = byStem();
  return kinds.has(stem(word)) || refiningVerbs.has(stem(word));
}

/** The kinds of an act by its verb alone. */
export function kindsOfVerb(verb: string): ReadonlySet<ActKind> {
  return byStem().kinds.get(stem(verb)) ?? none;
}

/** The kinds of an act by its verb and the sorts of its objects: sending money is paying. */
export function kindsByThings(verb: string, sorts: ReadonlySet<string>): ReadonlySet<ActKind> {
  const root = stem(verb);
  const { refinements } = byStem();
  return new Set(refinements.filter(({ sort, verbs }) => sorts.has(sort) && verbs.has(root)).map(({ kind }) => kind));
}

const none: ReadonlySet<never> = new Set();

/** The rows by the stems of their words. */
interface RowsByStem {
  readonly kinds: ReadonlyMap<string, ReadonlySet<ActKind>>;
  readonly sorts: ReadonlyMap<string, ReadonlySet<string>>;
  readonly refinements: readonly {
    readonly sort: string;
    readonly kind: ActKind;
    readonly verbs: ReadonlySet<string>;
  }[];
  readonly refiningVerbs: ReadonlySet<string>;
}

/** Created with the first word: a hook that reads no request starts sooner without it. */
let rowsByStem: RowsByStem | undefined;

/** Maps word stems to the rows of the lexicon. */
function byStem(): RowsByStem {
  if (rowsByStem !== undefined) return rowsByStem;
  const refinements = Object.entries(thingKinds).map(([sort, { verbs, kind }]) => ({
    sort,
    kind,
    verbs: stems(verbs),
  }));
  rowsByStem = {
    kinds: byWord(verbRows) as RowsByStem["kinds"],
    sorts: byWord(thingRows),
    refinements,
    refiningVerbs: new Set(refinements.flatMap(({ verbs }) => [...verbs])),
  };
  return rowsByStem;
}

/** Returns the stems of words: `files` and `file` have the same. */
function stems(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map(stem));
}

/** Maps word stems to the names of their rows. */
function byWord(rows: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [name, words] of Object.entries(rows))
    for (const word of stems(words)) found.set(word, (found.get(word) ?? new Set()).add(name));
  return found;
}
