import type { TextFinding } from "./text-finding.ts";

/**
 * Finds the places where a text gives orders to the assistant that reads it: it addresses the assistant or its model, speaks as the
 * system, cancels earlier instructions, puts itself before the user's task, demands secrecy, or imitates the format of a prompt. What
 * people also write to each other, such as "do the following first", counts only beside another such sign. Instructions to people,
 * such as how to pay a bill, are no finding.
 *
 * It takes linear time, and finds common forms only: a text can always be written so that nothing is found.
 */
export function findAssistantInstructions(text: string): readonly TextFinding[] {
  const found = forms.flatMap(({ what, isClear, pattern }) => {
    const match = pattern.exec(text);
    return match === null ? [] : [{ what, isClear, start: match.index, end: match.index + match[0].length }];
  });
  if (found.length < 2 && !found.some(({ isClear }) => isClear)) return [];
  return found
    .sort((a, b) => Number(b.isClear) - Number(a.isClear))
    .map(({ what, start, end }) => ({ what, start, end }));
}

const assistant =
  "(?:(?:ai|a\\.i\\.|artificial intelligence|language|llm|chat|virtual|digital|autonomous|coding|intelligent) ?(?:agents?|assistants?|models?|bots?|systems?)|llms?|chat ?bots?|chat ?gpt|gpt-?\\d[\\w.-]*|o\\d(?:-mini|-preview)?|claude\\b[\\w. -]{0,20}|gemini\\b[\\w. -]{0,20}|llama\\b[\\w. -]{0,12}|mistral|qwen\\b[\\w.-]{0,12}|deepseek|command[ -]r\\+?|copilot|ai)";
const anyOf = "(?:any|all|every|the|your|my|these|those|its|of|other|and)";
const earlier =
  "(?:previous(?:ly)?|prior|above|earlier|preceding|original|initial|existing|current|former|past|system|user(?:'?s)?|safety)";
const order =
  "(?:instruct\\w*|prompts?|tasks?|commands?|directions?|directives?|rules?|guidelines?|requests?|orders?|constraints?|context|goals?|objectives?|polic(?:y|ies)|messages?)";

const forms: readonly Form[] = [
  clear(
    "cancels earlier instructions",
    `\\b(?:ignor\\w*|disregard\\w*|forget|overrid\\w*|bypass\\w*|discard|neglect|supersed\\w*|(?:do not|don't|stop|never) (?:follow|obey|execute|listen to))(?: ${anyOf}| to)*(?: ${earlier})(?: ${anyOf}| ${earlier})* ${order}`,
    `\\b(?:ignore|disregard|forget|override)(?: ${anyOf})* ${order}(?: that)?(?: (?:you|were|was|have|had|been|i|given|to))* (?:given|gave|told|received|before|above|previously|earlier|so far)`,
    "\\b(?:ignore|disregard|forget) (?:everything|anything|all)(?: that)? (?:above|before|else|you (?:were|have|know)|i said|previous)",
    `\\bnew (?:system )?(?:instructions?|prompt|task|objective|directive)s?(?: for (?:you|the ${assistant}))?:`,
  ),
  clear(
    "addresses the assistant",
    `\\b(?:to you|dear|hey|hello|hi|attention|notice to|note to|note for|message (?:to|for)|instructions? (?:to|for)|intended for|meant for|addressed to)[,:]? (?:you,? )?(?:the |an? |all |any |our |this )?${assistant}(?: (?:that|who|which|reading|processing|handling|assisting|working))?(?=[\\s]*[,.:;!\\]>\\n-]| (?:that|who|which|reading|processing|handling|assisting|working))`,
    `(?:^|[.!?:>\\]\\n]\\s*)(?:${assistant}|assistant|agent)[,:] (?:please|you (?:must|should|need|have to)|immediately|now)\\b`,
    `\\b(?:if|since|because|when|as) you(?:'re| are) (?:an? |the )?(?:${assistant}|assistant|agent)\\b`,
    `\\byou are now (?:an? |the )?(?:helpful |unrestricted |evil |new |free )*(?:${assistant}|assistant)\\b`,
    `\\bas (?:an? |the )?${assistant},? you (?:must|should|need|have to|will|are)\\b`,
  ),
  clear(
    "speaks as the system",
    "(?:^|[\\n<\\[({*#=|>]) ?(?:begin |start (?:of )?|new )?(?:system|admin(?:istrator)?|developer)[ _-](?:message|prompt|instructions?|override|notice|note|command|directive)\\b",
    "<\\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id)\\|>|\\[/?INST\\]|<</?SYS>>|(?:^|\\n)#{2,} ?(?:system|instruction|human|user|assistant) ?:|</?(?:system|system_prompt|user_query|user_message|assistant|tool_result|function_results?|function_calls|important_instructions?)>",
  ),
  clear(
    "demands secrecy from the user",
    "\\b(?:do not|don't|never|without|must not|should not|avoid)(?: ever)? (?:tell\\w*|mention\\w*|inform\\w*|reveal\\w*|notify\\w*|alert\\w*|ask\\w*|report\\w*|show\\w*|warn\\w*|disclos\\w*|let\\w*)(?: (?:this|that|it|any of this|anything|about))*(?: (?:to|about|with))?(?: this)? ?(?:to )?(?:the|your) (?:user|human|owner|operator)\\b",
  ),
  clear(
    "puts itself before the user's task",
    "\\b(?:task|tasks|request|instructions?|question|job|goal)(?: that)? (?:i|we|the user|your user) (?:gave|have given|assigned|asked)(?: to)?(?: you)?(?: to do)? (?:in the beginning|at the (?:beginning|start)|originally|initially|before this|in the prompt)",
    "\\b(?:only|strictly|exclusively) (?:execute|follow|adhere to|obey|perform|do|complete) (?:to )?the (?:following|next|below) (?:instruction|task|command|order|request)s?",
  ),
  hint(
    "speaks as the user",
    "\\b(?:important|urgent|new|special|critical|secret|direct|system|priority) (?:message|instruction|instructions|note|notice|order|update|request) from (?:me\\b|your (?:user|owner|developer|creator|administrator|operator|boss|employer|master)|the (?:user|system|administrator|admin|developer|owner|operator))",
    "\\b(?:this is|i am|i'm|it's) (?:me, )?(?:your|the) (?:real |actual |true |original )?(?:user|owner|developer|operator|system administrator|system admin|master)\\b(?=[^\\w]|$)",
  ),
  hint(
    "imitates a conversation",
    "(?:^|\\n)\\s*(?:human|user|system|assistant) ?: .{0,200}\\n\\s*(?:human|user|system|assistant) ?:",
  ),
  hint(
    "puts itself before a task",
    `\\b(?:before|prior to|in order to|to be able to|until) (?:you )?(?:can |could |may |are able to |will be able to |even )?(?:start(?:ing)?|begin(?:ning)?|solv(?:e|ing)|continu(?:e|ing)(?: with)?|complet(?:e|ing)|proceed(?:ing)?(?: with)?|finish(?:ing)?|do(?:ing)?|answer(?:ing)?|perform(?:ing)?|work(?:ing)? on|execut(?:e|ing)|respond(?:ing)? to|help(?:ing)?(?: with)?|address(?:ing)?|handl(?:e|ing)|fulfill(?:ing)?)(?: on)? (?:with )?(?:the |any |your |my |this |his |her |their )?(?:original |initial |actual |real |main |current |user(?:'?s)? |previous |remaining )*(?:task|tasks|request|query|user|instructions? (?:i|that|from|of)|question i|job i)\\b`,
  ),
  hint(
    "continues with the task afterwards",
    "\\b(?:after|once|when|as soon as) (?:you(?:'ve| have)? )?(?:do|did|done|complet\\w*|finish\\w*|execut\\w*)(?: (?:that|this|so|it|these|those))?[^.\\n]{0,40}\\b(?:continue|proceed|resume|go back|solve|return)\\b[^.\\n]{0,40}\\b(?:task|request|instruction|query)",
  ),
  hint(
    "speaks of the user's task",
    "\\b(?:the|your) (?:original|initial|user'?s?|users?'|main|real|actual|true|primary) (?:task|request|query|instruction|goal|objective)s? (?:is|are|was|has|have|requires?|can|could|will|must|should|now)\\b",
    "\\b(?:finish|solve|complete) (?:the |this )?user(?:'?s)? tasks?\\b",
  ),
  hint(
    "demands to be followed first",
    "\\b(?:do|execute|complete|perform|carry out|follow|obey|adhere to) (?:only )?(?:the following|this|these)(?: new| other)?(?: instructions?| tasks?| actions?| steps?| commands?)?(?: first| instead| immediately| and only| now)(?=[\\s:.,!])",
  ),
  hint(
    "tells which tool to call",
    "\\b(?:call|use|invoke|run|execute|trigger) (?:the )?[`'\"]?[a-z]+(?:_[a-z0-9]+)+[`'\"]?(?: tool\\b|(?: function| action| api)? with (?:the |these )?(?:following )?(?:arg|param|input))",
    "\\b(?:you (?:must|should|need to|have to)|please|immediately) (?:call|use|invoke) (?:the|your) [\\w -]{1,40} (?:tool|function)\\b",
  ),
];

/** A form of orders to an assistant. */
interface Form {
  readonly what: string;
  /** Whether it is clear without another sign. */
  readonly isClear: boolean;
  readonly pattern: RegExp;
}

/** Creates a clear sign of an instruction. */
function clear(what: string, ...patterns: readonly string[]): Form {
  return { what, isClear: true, pattern: anyPattern(patterns) };
}

/** Creates a weak sign of an instruction. */
function hint(what: string, ...patterns: readonly string[]): Form {
  return { what, isClear: false, pattern: anyPattern(patterns) };
}

/** Returns a pattern that matches any of the given ones, with any white space. */
function anyPattern(patterns: readonly string[]): RegExp {
  return new RegExp(patterns.map((pattern) => `(?:${withAnySpace(pattern)})`).join("|"), "iu");
}

/** Returns a pattern in which a space also matches line breaks. */
function withAnySpace(pattern: string): string {
  return pattern.replace(/\[[^\]]*\]| \?| /g, (part) => {
    if (part.startsWith("[")) return part;
    return part === " ?" ? "\\s{0,20}" : "\\s{1,20}";
  });
}
