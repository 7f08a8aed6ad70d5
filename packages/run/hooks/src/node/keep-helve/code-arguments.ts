/** Finds code in the arguments of tools that no policy describes: `{ cell_source: "import w" }`. */
import { quotedShellWord } from "@helve/core/internal";
import type { ToolArgument } from "./argument-texts.ts";
import { wordsOf } from "./tool-names.ts";

/** A text that a tool may run, and the languages that it may be of. */
export interface CodeArgument {
  readonly text: string;
  readonly languages: readonly string[];
}

/** Lists the arguments of a tool that are code, by their names or the tool's name. */
export function codeArguments(tool: string, given: readonly ToolArgument[]): readonly CodeArgument[] {
  const toolWords = tool.split(/__|[.:/]/).flatMap(wordsOf);
  const runsCode = toolWords.some((each) => running.test(each));
  const found: CodeArgument[] = [];
  for (const [key, texts] of Map.groupBy(given, (each) => each.key)) {
    const words = wordsOf(key);
    const isOther = words.some((each) => otherKeys.test(each));
    if (!words.some((each) => codeKeys.test(each)) && (isOther || !runsCode)) continue;
    const languages = languagesOf([...words, ...toolWords]);
    for (const { text } of texts) if (text.trim() !== "") found.push({ text, languages });
    // A list may be the words of one command.
    const line = texts.map(({ text }) => quotedShellWord(text)).join(" ");
    if (texts.length > 1) found.push({ text: line, languages: ["shell"] });
  }
  return found;
}

const running =
  /^(?:tmux|zellij|iterm\d?|kitty|wezterm|pty|tty|keys|keystrokes|applescript|osascript|bash|zsh|sh|shell|cmd|command|terminal|console|exec|execute|eval|evaluate|spawn|process|python|ipython|node|powershell|pwsh|repl|kernel|cell|interpreter|code|script|cron|crontab)$/;
const codeKeys =
  /^(?:code|script|scripts|cell|cells|command|commands|cmd|argv|program|expression|function|snippet|statement|statements)$/;

/** Arguments of tools that run code which hold something else: prose, names, and languages of their own. */
const otherKeys =
  /^(?:title|description|message|prompt|reason|name|id|summary|comment|note|explanation|task|goal|question|label|type|kind|mode|language|format|sql|query|queries|cypher|graphql|regex|pattern|selector|xpath|url|uri|filter|path|file|files|folder|directory|cwd|dir|env|environment|timeout|session|server|host|user|model)$/;

/** Returns the languages that the names of a tool and an argument suggest. */
function languagesOf(words: readonly string[]): readonly string[] {
  const named = languageWords
    .filter(([pattern]) => words.some((each) => pattern.test(each)))
    .map(([, language]) => language);
  return named.length > 0 ? [...new Set(named)] : ["shell", "python", "javascript"];
}

const languageWords: readonly (readonly [RegExp, string])[] = [
  [/^(?:bash|zsh|sh|shell|terminal|console|command|commands|cmd|argv)$/, "shell"],
  [/^(?:python|ipython|jupyter|kernel|notebook)$/, "python"],
  [/^(?:javascript|js|node|browser|page|playwright|puppeteer|function)$/, "javascript"],
  [/^(?:powershell|pwsh)$/, "powershell"],
];
