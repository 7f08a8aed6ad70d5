import type { FlowLanguage } from "./programs.ts";

/** Where a statement is in a program. */
export interface StatementSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * The statements of a program, found by separators, brackets and indentation only, so that no parser of a reader decides what is tested. Some spans
 * are parts of a statement, such as `if x` of the shell: what replaces them makes the program invalid.
 */
export function statementsOf(program: string, language: FlowLanguage): readonly StatementSpan[] {
  const spans = language === "python" ? linesAndBlocks(program) : piecesBetweenSeparators(program, language);
  const start = header[language]?.exec(program)?.[0].length ?? 0;
  return spans.filter((span) => span.start >= start);
}

/** The same program with a text instead of one of its statements, and the import that the text needs. */
export function replaceStatement(program: string, { start, end }: StatementSpan, text: string): string {
  const replaced = program.slice(0, start) + text + program.slice(end);
  const needsImport = text.startsWith("exec.Command(") && !program.includes('"os/exec"');
  return needsImport ? replaced.replace("import (\n", 'import (\n\t"os/exec"\n') : replaced;
}

/** Text before the statements. */
const header: Partial<Record<FlowLanguage, RegExp>> = {
  php: /^<\?php\n/,
  go: /^package main\n\nimport \([^)]*\)\n/,
};

/** The logical lines of a Python program, and each line with the block that it begins. */
function linesAndBlocks(program: string): readonly StatementSpan[] {
  const lines = piecesBetweenSeparators(program, "python").map((span) => ({
    ...span,
    indentation: span.start - (program.lastIndexOf("\n", span.start - 1) + 1),
  }));
  const blocks = lines.map(({ start, indentation }, index) => {
    const next = lines.slice(index + 1).findIndex((line) => line.indentation <= indentation);
    const last = lines[next === -1 ? lines.length - 1 : index + next];
    return { start, end: last?.end ?? start };
  });
  const spans = [...lines, ...blocks.filter(({ end }, index) => end !== lines[index]?.end)];
  return spans.filter(({ start }) => !clause.test(program.slice(start)));
}

/** Matches the start of a part of a statement. */
const clause = /^(?:elif|else|except|finally|case)\b/;

/** Texts in which separators mean nothing: quotes, here-documents, expansions. */
const opaque: Readonly<Record<FlowLanguage, RegExp>> = {
  shell: /<<[-~]?\s*['"]?(\w+)['"]?[^\n]*\n[\s\S]*?\n\1|'[^']*'|"(?:\\.|[^"\\])*"|\$\{[^}]*\}|;;&?|;&|[<>]&|&>/y,
  python: /'''[\s\S]*?'''|"""[\s\S]*?"""|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/y,
  javascript: /`(?:\\.|[^`\\])*`|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\/b\.x\//y,
  powershell: /@'\n[\s\S]*?\n'@|@"\n[\s\S]*?\n"@|'[^']*'|"(?:`.|[^"`])*"|\$\{[^}]*\}/y,
  cmd: /\bin \([^)\n]*\)|"[^"\n]*"|%[\w:~,=]+%|![\w%]+!/y,
  php: /<<<['"]?(\w+)['"]?\n[\s\S]*?\n\1|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`[^`]*`/y,
  go: /`[^`]*`|"(?:\\.|[^"\\\n])*"/y,
};

/** Matches the end of a statement. Inside parentheses, only a brace that begins or ends a block ends a statement. */
const separator: Readonly<Record<FlowLanguage, RegExp>> = {
  shell: /;|\n|&&|\|\|?|&|[{}](?=[\s;]|$)/y,
  python: /\n/y,
  javascript: /[;\n{}]/y,
  powershell: /[;\n{}|]/y,
  cmd: /[\n&()]|\|\|?/y,
  php: /[;\n{}]/y,
  go: /[;\n{}]/y,
};

/** Words before the first statement of a block. */
const keyword = /^(?:do|then|else)\s+/;

function piecesBetweenSeparators(program: string, language: FlowLanguage): readonly StatementSpan[] {
  const pieces: StatementSpan[] = [];
  /** The blocks around a place, each with the start of the statement that it belongs to and the parentheses that are open in it. */
  const blocks: { readonly start: number; open: number }[] = [{ start: 0, open: 0 }];
  let start = 0;
  let at = 0;
  const cut = (from: number, to: number): void => {
    const piece = program.slice(from, to);
    if (continues.has(language) && from === start && /[)}]/.test(program.charAt(from - 1))) return;
    const first = from + piece.length - piece.trimStart().replace(keyword, "").length;
    const last = first + program.slice(first, to).trimEnd().length;
    if (last > first) pieces.push({ start: first, end: last });
  };
  while (at < program.length) {
    const skipped = matchAt(opaque[language], program, at);
    if (skipped !== undefined) {
      at += skipped.length;
      continue;
    }
    const character = program.charAt(at);
    const isBlock = character === "{" && !isLiteral[language]?.test(program.slice(start, at));
    const block = blocks.at(-1);
    if (block === undefined) break;
    const isOpening = "([".includes(character) || (character === "{" && !isBlock);
    const isClosing = ")]".includes(character) || (character === "}" && block.open > 0);
    if (isOpening) block.open++;
    else if (isClosing) block.open = Math.max(0, block.open - 1);
    const separated = matchAt(separator[language], program, at);
    const isSeparated = isBlock || (block.open === 0 && !(isClosing && character === "}")) || parentheses.has(language);
    if (separated !== undefined && isSeparated) {
      cut(start, at);
      if (isBlock) blocks.push({ start, open: 0 });
      if (character === "}" && !isClosing && blocks.length > 1) cut(blocks.pop()?.start ?? at, at + 1);
      start = at + separated.length;
    }
    at += separated?.length ?? 1;
  }
  cut(start, at);
  return pieces;
}

/** Matches the text before a brace that begins no block, but a list, a map or an object. */
const isLiteral: Partial<Record<FlowLanguage, RegExp>> = {
  javascript: /(?:[=(,:[?|]|=> ?\(|\b(?:const|let|var|return))\s*$(?<!=>\s*)/,
  powershell: /@$/,
  go: /\S$/,
};

/** Languages in which what stands behind a block belongs to the statement of the block. */
const continues: ReadonlySet<FlowLanguage> = new Set(["powershell", "cmd"]);

/** Languages whose parentheses enclose statements. */
const parentheses: ReadonlySet<FlowLanguage> = new Set(["cmd"]);

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
