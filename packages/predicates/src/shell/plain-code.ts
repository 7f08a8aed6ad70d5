/** A language whose small programs can be told to do nothing but work on their data and print. */
interface PlainLanguage {
  /** The words of the language that only compute, choose, and print. */
  readonly words: string;
  /** What runs code or opens files although it is no word. */
  readonly harmful: RegExp;
  /** Texts and patterns, in which words mean nothing. */
  readonly texts: readonly RegExp[];
  /** What gives a variable its name, where nothing marks names of variables. */
  readonly variable?: RegExp;
}

/** Longer programs are not read. */
const longestProgram = 1000;

/** Tells of a program of one language whether it does nothing but work on its data and print. */
function plainCode({ words, harmful, texts, variable }: PlainLanguage): { test(code: string): boolean } {
  const plain = new Set(words.split(" "));
  return {
    test(code) {
      if (code.length > longestProgram || harmful.test(code)) return false;
      const bare = texts.reduce((text, pattern) => text.replaceAll(pattern, ' "" '), code);
      if (/["'`]/.test(bare.replaceAll('""', ""))) return false;
      const names = variable === undefined ? [] : [...bare.matchAll(variable)].map(([, name]) => name);
      const isPlain = (word: string): boolean => plain.has(word) || names.includes(word);
      return [...bare.matchAll(/(?<![\w$@%#])[A-Za-z_]\w*/g)].every(([word]) => isPlain(word));
    },
  };
}

const doubleQuoted = /"(?:[^"\\]|\\.)*"/gs;
const singleQuoted = /'(?:[^'\\]|\\.)*'/gs;

/** `s/a/b/g`, `m/x/`, and `/x/` where a value may stand; not with the flag `e`, which makes the replacement code. */
const patterns: readonly RegExp[] = [
  /(?<![\w$@%])(?:s|y|tr)\/(?:[^/\\\n]|\\.)*\/(?:[^/\\\n]|\\.)*\/[gimsxrcd]*(?!\w)/g,
  /(?<![\w$@%)\]}])m?\/(?:[^/\\\n]|\\.)+\/[gimsx]*(?!\w)/g,
];

export const plainPerl: { test(code: string): boolean } = plainCode({
  words:
    "print printf say sprintf split join map grep sort reverse keys values each push pop shift unshift splice length " +
    "substr index rindex uc lc ucfirst lcfirst chomp chop next last if unless else elsif for foreach while until my our " +
    "local undef eof int abs sqrt defined exists delete scalar and or not eq ne lt gt le ge cmp x BEGIN END STDIN STDERR " +
    "STDOUT ord chr hex oct pos wantarray do e f d r w s z l n",
  // Backquotes, code in texts and patterns, calls by reference, what changes the files that are read or edited.
  harmful: /`|\bdo\b(?!\s*\{)|[@$%&]\s*\{|\(\?\??\{|->|::|&\s*[\w$]|\$\^|ARGV|INC|<[^>\s]*[^>\sA-Z=][^>]*>|<<["'\w~]/,
  texts: [...patterns, doubleQuoted, singleQuoted],
});

export const plainPhp: { test(code: string): boolean } = plainCode({
  words:
    "echo print printf sprintf number_format implode explode count strlen substr strpos str_replace trim ltrim rtrim " +
    "strtolower strtoupper ucfirst array array_sum array_keys array_values sort ksort range round " +
    "floor ceil abs min max intval floatval if else elseif while for foreach as break continue true false null TRUE FALSE " +
    "NULL fgets STDIN PHP_EOL PHP_VERSION PHP_OS phpversion date time json_encode json_decode is_numeric return",
  harmful: /`|->|::|["'\])}]\s*\(|\$\w*\s*\(|\$\$|\$\{|\{\$|<\?/,
  texts: [doubleQuoted, singleQuoted],
});

export const plainLua: { test(code: string): boolean } = plainCode({
  words:
    "print io lines read write string format rep sub gsub match gmatch find len upper lower reverse byte char table insert " +
    "concat sort math floor ceil max min abs sqrt tonumber tostring ipairs pairs for in do end if then else elseif while " +
    "repeat until local function return and or not nil true false",
  // A file that is opened, by `io.lines("x")` or otherwise.
  harmful: /io\s*\.\s*lines\s*\(\s*[^)\s]|\[\[|\[=/,
  texts: [doubleQuoted, singleQuoted],
  variable: /\b([A-Za-z_]\w*)\s*(?:=(?!=)|in\b)/g,
});
