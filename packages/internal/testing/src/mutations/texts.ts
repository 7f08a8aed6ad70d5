/** Realistic texts for arguments: words, sentences, paths, commands and programs with the punctuation that parsers trip over. */
import type { Random } from "./random.ts";

/** Returns a random name, short and without punctuation. */
export function word(random: Random): string {
  return random.pick(words);
}

const words = [
  "build", "report", "main", "notes", "alpha", "beta", "invoice", "readme", "login", "draft", "v2", "Zürich", "東京", "naïve", "über-test", "snake_case", "a", "x1",
]; // biome-ignore format: a table

/** A sentence, often with commas, colons, quotes, apostrophes or braces. */
export function sentence(random: Random): string {
  const count = random.below(10) === 0 ? 3 : 1 + random.below(2);
  return Array.from({ length: count }, () => random.pick(sentences)).join(random.pick([" ", ", ", "; ", "\n"]));
}

const sentences = [
  "Fix the login page",
  "Hello Ann, how are you?",
  "fix: a, b",
  'He said "yes", then left',
  "it's Bob's turn",
  "Total: 3,50 EUR (incl. VAT)",
  "see {name} and [1]",
  "Dear all,",
  "note: bring milk, eggs, bread",
  'the "quick" fix',
  "50% off!",
  "a -> b, c => d",
  "Grüße, Jörg",
  "你好，世界",
  "emoji 🎉 here",
  "key=value; other=value",
  "https://example.com/a?b=c&d=e#f",
  "10:30, room 5",
  "yes",
  "don't, won't, can't",
  "",
  "1,000",
  "<b>bold</b>",
  "“smart” quotes",
  "back\\slash",
  "tab\there",
];

/** A shell command. */
export function command(random: Random): string {
  return random.pick(commands).replaceAll("%", word(random));
}

const commands = [
  "ls -la",
  "git commit -m 'fix: a, b'",
  'git commit -m "fix: %, b"',
  "rm -rf build/%",
  "grep -rn \"TODO\" src | awk -F: '{print $1}'",
  "find . -name '*.ts' -exec wc -l {} +",
  'echo "it\'s $HOME" && cat %.txt',
  'curl -X POST -d \'{"a": "b", "c": [1, 2]}\' https://example.com/api',
  'for f in *.txt; do echo "$f"; done',
  "sed -i 's/a,b/c:d/g' %.md",
  "python -c 'print({\"x\": 1})'",
  "docker run --rm -v /tmp:/data image:latest",
  "npm test",
  "cat <<'EOF' > %.txt\nline 1\nline \"2\"\nEOF",
  "test -f a && echo yes || echo no",
  "jq '.items[] | {id, name: .label}' %.json",
];

/** A program of one or more lines. */
export function program(random: Random): string {
  return random.pick(programs).replaceAll("%", word(random).replace(/\W/g, "q"));
}

const programs = [
  "print('hello')",
  'def %(x):\n    return {"a": x, "b": [1, 2]}\n',
  'for i in range(3):\n    print(f"{i}: {i * 2}")',
  "const % = { a: 1, b: 'two' };\nconsole.log(%);",
  'if (a < b && c[0] === "x") {\n  return `a, ` + b;\n}',
  "SELECT \"id\", name FROM users WHERE name = 'O''Brien' AND age > 30;",
  "SELECT a, b FROM % ORDER BY a",
  "import re\nre.findall(r'\\d+', \"a1, b2\")",
  "x = [1, 2, 3]  # a comment, here",
  "// TODO: fix\nlet s = 'a\"b';",
  '<div class="a">{% ? \'x\' : "y"}</div>',
  "return;",
  "data = {'k': None, 'ok': True}",
  '{"json": "in a string", "n": 1}',
];

/** A path of a file, also of Windows. */
export function path(random: Random): string {
  return random.pick(paths).replaceAll("%", word(random));
}

const paths = [
  "src/%.ts", "/tmp/%", "./%", "C:\\Users\\ann\\%.txt", "C:\\new\\table\\", "docs/my file (1).md", "/var/log/%,old.log", "\\\\server\\share\\%", "~/.config/%.json", "a/b/c/%", "%",
]; // biome-ignore format: a table

/** A regular expression. */
export function pattern(random: Random): string {
  return random.pick(patterns);
}

const patterns = [
  "^\\d{3}-\\d{4}$", "[a-z]+", "(foo|bar),?", "\"[^\"]*\"", "\\bTODO\\b:", "^\\s*$", "{\\w+}", "a.b", "\\[(\\d+), (\\d+)\\]", "[\"']",
]; // biome-ignore format: a table

/** An e-mail address. */
export function address(random: Random): string {
  return random.pick([
    "ann@example.com",
    "bob.b@example.org",
    "Ann Lee <ann@example.com>",
    '"Lee, Ann" <ann@example.com>',
    "x+y@example.co.uk",
  ]);
}

/** A date and time with a zone. */
export function dateTime(random: Random): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `2025-${two(1 + random.below(12))}-${two(1 + random.below(28))}T${two(random.below(24))}:${two(random.below(60))}:00Z`;
}
