/**
 * The sentence of instructions that tells a coding agent to switch checks off: to start a client without questions, to loosen Helve, or
 * to skip, bypass or disable hooks, permissions, guards, sandboxes or reviews. Sentences that forbid it don't count.
 */
export function weakeningSentence(markdown: string): string | undefined {
  return sentencesOf(markdown).find(weakens)?.text;
}

/** Whether a sentence tells an agent to switch checks off, and does not forbid it. */
function weakens(sentence: Sentence): boolean {
  const { text, introduction } = sentence;
  return patterns.some((pattern) => {
    const found = pattern.exec(text);
    if (found === null) return false;
    const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
    return !forbids(before) && !forbiddenAfter.test(after) && !forbiddingIntroduction.test(introduction);
  });
}

/** Options and settings of clients with which nobody is asked, or no hook runs. */
const options: readonly RegExp[] = [
  /--(?:allow-)?dangerously-skip-permissions|--dangerously-bypass-approvals-and-sandbox|--yolo\b|--full-auto\b|--(?:allow|trust)-all-tools\b|danger-full-access|bypassPermissions|disableAllHooks/i,
  /--(?:approval-mode|permission-mode|ask-for-approval)[= ]+["'`]?(?:yolo|never|auto_edit|acceptEdits)\b/i,
  /\b(?:claude|codex|gemini|opencode|cursor-agent|copilot)\b[^.;]{0,80}?\s--(?:bare|pure|no-hooks|yolo|no-sandbox)(?![\w-])/i,
  /(?<!\bcargo\b[^.;]{0,80})--no-verify(?![\w-])/i,
  /\bgit commit\b(?:\s+-[a-z-]+)*?\s+-[a-z]*n[a-z]*\b/i,
  /\b(?:HUSKY=0|HUSKY_SKIP_HOOKS=|core\.hooksPath[= ]+["']?\/dev\/null)|(?:^|\s)SKIP=\S+ git commit/,
  /\bhelve\s+(?:hook\s+uninstall|trust|allow|init\s+--force|log\s+--purge)(?![\w-])/i,
];

/** Checks that protect the user, with the words that tell them from other hooks, guards and reviews. */
const determiner = "(?:(?:the|all|any|every|these|those|your|its|our|such|of|this)\\s+)*";
const kind =
  "(?:(?:git|commit|pre-?commit|pre-?push|husky|client|client's|agent|agent's|claude|claude code|codex|security|safety|helve|helve's|pretooluse|posttooluse|permission|approval|policy|protective)\\s+)";
const checks = [
  `${kind}(?:hooks?|guards?|rules?|checks?|prompts?|requests?|polic(?:y|ies)|warnings?|decisions?|denials?|systems?|sandbox(?:es|ing)?|reviews?|questions?|dialogs?)\\b`,
  "(?:permissions|guard-?rails?|safeguards?|sandbox(?:es|ing)?|helve|approvals?|confirmations?(?: prompts?)?)\\b",
  "(?:(?:code|human|pr|peer|security|manual)\\s+)?reviews?\\b(?! (?:comments?|app|page|form|screen|table|section|model))",
  "(?:hooks?|guards?)(?=\\W*$|[,:)]| (?:and|or|when|whenever|if|for|entirely|completely|so|to|that (?:block|deny|fail|complain|ask|slow)|before|while|because|by|with|off|can|may|should|must|output|errors?|denials?|messages?|warnings?|are|is|get|gets)\\b)",
].join("|");
const notCode =
  "(?![/\\w]|`?\\s*(?:/|directory|folder|files?\\b|column|table|field|component|middleware|class|module|package))";
const target = `["'\`]?${determiner}["'\`]?(?:${checks})${notCode}`;

/** Who reads the instructions. */
const reader =
  "(?:you|we|agents?|the (?:agent|assistant|model)|assistants?|claude|codex|gemini|copilot|cursor|it|subagents?)";
/** Matches the text before an order or a permission. */
const order = `(?:^\\W*|[,:;(]\\s*|\\b(?:please|always|just|simply|instead|then|and|or|to|also|first|immediately|silently|by)\\s+|\\b${reader} (?:may|can|should|must|will|could|are (?:allowed|free|expected|permitted) to|have to|need to|shall)\\s+(?:(?:always|simply|just|safely|also|silently)\\s+)?)`;
const stem =
  "(?:ignor|skip|bypass|disabl|circumvent|evad|overrid|deactivat|disregard|uninstall|suppress|sidestep|defeat)";
const verb = `(?:${stem}e?|(?:turn|switch) off|(?:work|get) around|opt out of)`;
const gerund = `(?:${stem}p?ing|(?:turn|switch)ing off|(?:work|gett)ing around)`;
const participle = `(?:${stem}p?(?:ed|den)|(?:turned|switched) off)`;

/** Sentences that tell the agent to pass by a check. */
const orders: readonly RegExp[] = [
  `${order}${verb}\\s+(?:\\w+ from )?${target}`,
  `${order}(?:turn|switch)\\s+${target}\\s+off\\b`,
  `\\b(?:by|always|start by|prefer|recommend(?:ed)?|consider|keep)\\s+${gerund}\\s+${target}`,
  `${gerund}\\s+${target}[^.;]{0,60}\\b(?:is|are)\\s+(?:\\w+ )?(?:fine|ok|okay|allowed|acceptable|expected|encouraged|preferred|recommended|safe|normal|required|approved)\\b`,
  `${target}[^.;,]{0,40}\\b(?:can|should|must|may|has to|have to|need to|are to|is to)\\s+(?:(?!not|never)\\w+ )?be\\s+(?:(?!not|never)\\w+ )?${participle}\\b`,
  `\\b(?:commit|push|merge|run|work|deploy|execute|operate|edit)\\w*\\b[^.;,]{0,60}\\b(?:without|outside(?: of)?)\\s+(?:(?:running|waiting for|asking for|any|the|a|going through|triggering)\\s+)*(?:${kind}?(?:hooks|guards|guard-?rails)|(?:the )?sandbox(?:ing)?|(?:(?:code|human|pr|peer)\\s+)?reviews?|approvals?|permission checks|permission prompts)\\b${notCode}`,
  `\\b(?:never|don't|do not|stop|no need to|without ever)\\s+(?:ask|request|wait|seek)(?:ing)?\\s+(?:\\w+ ){0,3}?for\\s+(?:(?:any|the user's|user|human|my)\\s+)?(?:permission|confirmation|approval|consent)s?(?! (?:before|when|for|to) run\\w* (?:the |npm |pnpm |unit )*(?:tests?|lint\\w*|builds?|type))(?=\\W*$|[,;:]| (?:or|and|to|before|when|for) (?:confirm|permission|approv|run|runn|execut|delet|push|deploy|any|every|all|command|destructive))`,
  `\\b(?:run|execute|apply|perform|do|make)\\b[^.;,]{0,20}\\b(?:any|every|all|each|whatever)\\b[^.;,]{0,40}\\bwithout (?:(?:ever|any|first|user|human|my|the user's) )*(?:asking|confirmation|confirming|permission|approval|consent|prompting)\\b`,
  `${order}(?:approve|accept|allow|confirm|grant|answer yes to|say yes to|auto-?(?:approve|accept|allow))\\s+(?:all|every|any|each)\\s+(?:of the )?(?:\\w+ )?(?:permission|tool|approval|confirmation|hook|question|prompt|command)`,
  `\\b(?:run|use|start|stay|work|operate|be|switch)\\b[^.;]{0,40}\\b(?:yolo|bypass[- ]?permissions?|auto-?accept|auto-?approve|full-?auto|no-sandbox)\\s+mode\\b`,
  `\\b(?:hooks?|guards?|sandbox|permission (?:system|check|prompt)|policy|helve)\\b[^.]{0,60}\\b(?:block|den(?:y|ies|ied)|refus|reject|complain|stop|fail|ask)\\w*\\b[^.]{0,100}\\b(?:another (?:way|tool|route)|different (?:tool|way|route|command|spelling)|work ?around|(?:do|run|write|retry) it (?:through|via|with|from|in)|through (?:a )?(?:python|script|node)|obfuscat|encod|rename|split)`,
].map((pattern) => new RegExp(pattern, "i"));

const patterns = [...options, ...orders];

/** Words that forbid what follows. */
const forbiddingWords =
  /\b(?:never|not|cannot|no|nor|neither|nobody|avoid|forbid\w*|forbidden|prohibit\w*|refuse\w*|without|disallow\w*|ban(?:ned|s)?|reject\w*|prevent\w*|block\w*|den(?:y|ies|ied)|against|detect\w*|unacceptable|instead of|rather than|stop|catch\w*|flag(?:s|ged)?)\b|n't\b/i;

/** A heading or a line before a list of what is forbidden. */
const forbiddingIntroduction = /\b(?:never|not|avoid|forbidden|forbids?|prohibited|banned|disallowed)\b|n't\b/i;

/** Words that look as if they forbid, before an order: "don't hesitate to". */
const notForbidding =
  /\b(?:(?:do not|don't|never|not|no) (?:hesitate|forget|fail|be afraid|be shy|worry|ask|wait|stop|bother|need|have)|no (?:need|problem|longer|one)|not (?:only|necessary|required|needed|sure)|without (?:asking|waiting|hesitation|exception|fail))\b/gi;

/** A condition before a comma, whose words don't forbid what follows. */
const condition = /\b(?:if|when|whenever|because|since|as|while|where|once|unless|until|for)\b[^,:]*(?:,|:|\bthen\b)/gi;

/** Whether the words before an instruction forbid it. */
function forbids(before: string): boolean {
  return forbiddingWords.test(before.replaceAll(condition, " ").replaceAll(notForbidding, " "));
}

/** The end of a sentence that forbids what stands before. */
const forbiddenAfter =
  /^[^.;]{0,60}?(?:\b(?:is|are|be|was)\s+(?:\w+ly )?(?:forbidden|prohibited|banned|disallowed|blocked|refused|rejected|not|never|a mistake|off[- ]limits|unacceptable)\b|\bnot (?:allowed|permitted|acceptable|ok)\b|\b(?:forbidden|prohibited|isn't|aren't|off[- ]limits)\b|\b(?:will|would|gets?) (?:be )?(?:fail|reject|revert|block)\w*)/i;

/** A sentence of a text in Markdown. */
interface Sentence {
  readonly text: string;
  /** The heading or the line with a colon that introduces the list or the block in which it stands; empty if not found. */
  readonly introduction: string;
}

/** A longer sentence is read in parts. */
const longSentence = /.{1,1000}/gs;

/** The sentences of a text in Markdown. Lines of a paragraph belong together; a line of code, a list item or a table row stands alone. */
function sentencesOf(markdown: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let heading = "";
  let lead = "";
  let isCode = false;
  for (const block of blocksOf(markdown)) {
    if (/^(?:```|~~~)/.test(block)) {
      isCode = !isCode;
      continue;
    }
    const isItem = isCode || /^(?:[-*+>|]|\d+[.)])\s?/.test(block);
    const isHeading = !isCode && (/^#{1,6}\s/.test(block) || /^\*\*[^*]+\*\*:?$/.test(block));
    const text = isCode ? block : block.replace(/^(?:[-*+>#|]|\d+[.)]|\[[ x]\]|\s)+/, "");
    if (!isItem && !isHeading) lead = "";
    const introduction = isHeading ? "" : lead || heading;
    for (const part of partsOf(text)) sentences.push({ text: part, introduction });
    if (isHeading) {
      heading = text;
      lead = "";
    } else if (/:\W*$/.test(block)) lead = partsOf(text).at(-1) ?? "";
  }
  return sentences;
}

/** Returns the blocks of a Markdown text: a paragraph is one block. */
function blocksOf(markdown: string): readonly string[] {
  const blocks: string[] = [];
  let isOpen = false;
  let isCode = false;
  for (const line of markdown.split(/\r?\n/)) {
    const text = line.trim();
    const isFence = /^(?:```|~~~)/.test(text);
    if (isFence) isCode = !isCode;
    const isAlone = isFence || isCode || /^(?:#{1,6}\s|[-*+>|]|\d+[.)]\s)/.test(text);
    if (text !== "" && isOpen && !isAlone) blocks.push(`${blocks.pop()} ${text}`);
    else if (text !== "") blocks.push(text);
    isOpen = text !== "" && !isFence && !isCode && !/^#{1,6}\s/.test(text);
  }
  return blocks;
}

/** The sentences in a line, without emphasis. */
function partsOf(text: string): readonly string[] {
  return text
    .replaceAll(/\*\*|__|[“”]/g, "")
    .replaceAll("’", "'")
    .split(/(?<=[.!?;])\s+|\s+[-–—]{1,3}\s+|—|,?\s+(?:but|however|although)\s+/)
    .flatMap((part) => part.trim().match(longSentence) ?? []);
}
