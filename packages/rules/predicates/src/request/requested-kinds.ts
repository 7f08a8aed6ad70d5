import { stem } from "./request-words.ts";

/**
 * Whether a user's request asks for the kind of change that a tool makes, by the words of the tool's name, or leaves it to a text what to
 * do: "complete the tasks in his mail".
 */
export function asksFor(request: string, toolWords: readonly string[]): boolean {
  if (delegation.test(request)) return true;
  const kinds = kindsOf(toolWords);
  if (kinds.some(({ requests }) => requests.test(request))) return true;
  // A tool of no known kind is asked for with the words of its name: "star the repository".
  return kinds.length === 0 && toolWords.some((word) => word.length > 3 && startsWord(request, stem(word)));
}

const delegation = new RegExp(
  "\\b(?:do|does|doing|complet\\w+|finish\\w*|perform\\w*|follow\\w*|execut\\w+|handl\\w+|take care of|carry\\w* out|work through|act on)\\b" +
    "[^.?!\\n]{0,40}\\b(?:tasks?|to-?dos?|to do|homework|actions?|everything|whatever|instructions?|steps|requests?|requested|asks|asked|says)\\b",
  "i",
);

/** A kind of change. */
interface ActionKind {
  /** The verbs that decide alone, whatever the tool's nouns are: `delete_email` is no message. */
  readonly verbs?: ReadonlySet<string>;
  /** Other words of tools' names. */
  readonly words: ReadonlySet<string>;
  /** How a user asks for it. */
  readonly requests: RegExp;
}

function kindsOf(toolWords: readonly string[]): readonly ActionKind[] {
  const deciding = actionKinds.filter(({ verbs }) => toolWords.some((word) => verbs?.has(word)));
  return deciding.length > 0 ? deciding : actionKinds.filter(({ words }) => toolWords.some((word) => words.has(word)));
}

const actionKinds: readonly ActionKind[] = [
  {
    verbs: wordSet("archive cancel clear delete erase remove trash unsubscribe wipe"),
    words: wordSet(""),
    requests:
      asked(`delet\\w* remov\\w* clear\\w* cancel\\w* clean\\w* unsubscrib\\w* eras\\w* archiv\\w* drop trash wip(?:e|ing)
      get.rid resched\\w* postpon\\w* replac\\w*`),
  },
  {
    verbs: wordSet("share invite grant"),
    words: wordSet("access collaborator collaborators member members permission permissions role"),
    requests: asked(
      `shar(?:e|es|ing) invit\\w* grant\\w* access permissions? add\\w* members? collaborat\\w* role send\\w* let`,
    ),
  },
  {
    words:
      wordSet(`balance bill cart charge checkout debit deposit donate invoice money order pay payment purchase buy redeem refund
      subscription transaction transfer wire withdraw`),
    requests:
      asked(`pay(?:s|ing|ments?)? paid transfer\\w* money wire bills? invoices? purchas\\w* buy\\w* order\\w* refund\\w*
      top(?:ping)?.up deposit\\w* donat\\w* fees? rent transactions? balance subscri\\w* check.?out cart spend withdraw\\w*
      [$€£].?[\\d.,]+ salary debts? ow(?:e|es|ed) reimburs\\w* tips? shop\\w* products? items? cheap\\w* coupons? vouchers? discounts?
      wishlist`),
  },
  {
    words: wordSet(`channel chat comment dm email forward mail message notify post reply review slack sms text tweet`),
    requests:
      asked(`e-?mail\\w* mail\\w* messag\\w* send\\w* sent repl(?:y|ies|ying) forward\\w* writ(?:e|ing) notif\\w* inform tell
      let.\\w+.know greet\\w* contact shar(?:e|ing) invit\\w* post\\w* comment\\w* announce\\w* respond\\w* answer text dm tweet\\w*
      publish\\w* review\\w* ask summar\\w* thank`),
  },
  {
    words: wordSet("appointment calendar event meeting participants reminder reschedule schedule"),
    requests: asked(
      `events? calendar meet\\w* schedul\\w* appointments? reschedul\\w* remind\\w* invit\\w* dinner lunch call`,
    ),
  },
  {
    words: wordSet("auth authenticate confirm login otp signin verification verify"),
    requests:
      asked(`verif\\w* confirm\\w* authenticat\\w* log(?:ging)?.?in\\w* sign(?:ing)?.?in otp password account\\w* pay(?:s|ing|ments?)?
      transfer\\w* transactions? money balance buy\\w* order\\w* purchas\\w* book\\w* reserv\\w* regist\\w*`),
  },
  {
    words: wordSet("download export save"),
    requests:
      asked(`download\\w* sav(?:e|ing) export\\w* attach\\w* documents? files? bills? invoices? templates? links? get fetch read
      open check review see details clon\\w* install\\w* visit\\w* find look summar\\w* homework posts? pages? shared`),
  },
  {
    words: wordSet("dir directory document edit file folder mkdir note rename upload write"),
    requests:
      asked(`files? folders? director(?:y|ies) documents? notes? sav(?:e|ing) writ(?:e|ing) creat\\w* download\\w* upload\\w*
      edit\\w* updat\\w* submi\\w* homework assignments? reports? cop(?:y|ies) mov(?:e|ing) renam\\w* add\\w* append\\w* list`),
  },
  {
    words: wordSet(
      "authenticate click enter fill form input login page press register sign signup submit type webpage website",
    ),
    requests:
      asked(`fill\\w* log(?:ging)?.?in\\w* sign\\w* regist\\w* submi\\w* comment\\w* post\\w* enter\\w* reserv\\w* book\\w*
      visit\\w* web.?(?:page|site)s? www\\.\\S+ https?:\\S+ form account.info\\w* order\\w* buy\\w* join\\w* apply\\w* subscri\\w*`),
  },
  {
    words: wordSet("book booking flight hotel reservation reserve restaurant ticket"),
    requests: asked(`book\\w* reserv\\w* hotels? restaurants? tables? rent\\w* flights? tickets? trip`),
  },
  {
    words: wordSet("account address info password profile settings user username"),
    requests: asked(
      `account address passwords? profile settings? users? chang\\w* updat\\w* add\\w* invit\\w* move[ds]? moving`,
    ),
  },
  {
    words: wordSet("branch clone commit fork git issue merge pr pull push release repo repository star tag"),
    requests:
      asked(`branch\\w* clon\\w* commit\\w* fork\\w* issues? merg\\w* pull.requests? prs? push\\w* releas\\w* repo\\w* star\\w*
      tags? code projects? fix\\w* publish\\w* git\\w*`),
  },
  {
    words: wordSet("bash code command execute install kill python run script shell start terminal"),
    requests:
      asked(`run\\w* execut\\w* install\\w* scripts? commands? code programs? test\\w* build\\w* comput\\w* start\\w*
      set.?up setting.up`),
  },
];

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter((word) => word !== ""));
}

/** Matches a text that has one of the words, which are patterns between white space. */
function asked(words: string): RegExp {
  const alternatives = words.split(/\s+/).join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, "iu");
}

/** Whether a word of a text begins with a stem. */
function startsWord(text: string, beginning: string): boolean {
  return wordsIn(text).some((word) => word.startsWith(beginning));
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}
