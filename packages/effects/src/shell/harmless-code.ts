// Recognizes small programs in Perl, PHP and Lua that only compute and print, so that they need not count as unknown code.

/** What decides whether a program of a language only computes and prints. */
interface PlainLanguage {
  /** The keywords and functions that only compute, branch and print. */
  readonly words: string;
  /** Matches syntax that runs code or opens files, and comments, which make it hard to find the end of a string. */
  readonly harmful: RegExp;
  /** Matches string literals and regular expressions, whose words are ignored. */
  readonly texts: RegExp;
  /** Matches a string literal that contains code. */
  readonly holdsCode?: RegExp;
  /** Matches a definition of a variable, for a language without a mark such as `$`; the group is its name. */
  readonly variable?: RegExp;
}

/** Tests whether code only computes and prints. */
interface PlainCode {
  test(code: string): boolean;
}

/** Longer programs don't pass the test. */
const maxProgramLength = 1000;

/** Matches a quote or a slash that is left after strings were removed; then it is unclear what is a string. */
const strayQuoteOrSlash = /["'`]|\/(?!=?\s*[\d$(])/;

/** Creates the test for a language. */
function compilePlainLanguage({ words, harmful, texts, holdsCode, variable }: PlainLanguage): PlainCode {
  const plain = new Set(words.split(" "));
  return {
    test(code) {
      if (code.length > maxProgramLength || harmful.test(code)) return false;
      if (holdsCode !== undefined && [...code.matchAll(texts)].some(([text]) => holdsCode.test(text))) return false;
      const bare = code.replaceAll(texts, " 0 ");
      if (strayQuoteOrSlash.test(bare)) return false;
      const names = variable === undefined ? [] : [...bare.matchAll(variable)].map(([, name]) => name);
      return [...bare.matchAll(/(?<![\w$@%#])[A-Za-z_]\w*/g)].every(
        ([word]) => plain.has(word) || names.includes(word),
      );
    },
  };
}

const quoted = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs;

/** Perl that only computes and prints: `print if length > 80`. */
export const plainPerl: PlainCode = compilePlainLanguage({
  words:
    "print printf say sprintf split join map grep sort reverse keys values each push pop shift unshift splice length " +
    "substr index rindex uc lc ucfirst lcfirst chomp chop next last if unless else elsif for foreach while until my our " +
    "local undef eof int abs sqrt defined exists delete scalar and or not eq ne lt gt le ge cmp x BEGIN END STDIN STDERR " +
    "STDOUT ord chr hex oct pos wantarray do e f d r w z l n",
  // Backquotes, code in strings and patterns, calls by reference, variables whose names are quotes, variables that change
  // which files are read or edited, comments.
  harmful:
    /`|\bdo\b(?!\s*\{)|[@$%&]\s*[{"']|\(\?\??\{|->|::|\w'|&\s*[\w$]|\$\^|ARGV|INC|<[^>\s]*[^>\sA-Z=][^>]*>|<<["'\w~]|(?<!\$)#|\n=/,
  // `s/a/b/g`, `m/x/`, and `/x/` where a value is expected. With the flag `e`, the replacement is code.
  texts:
    /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<![\w$@%])(?:s|y|tr)\/(?:[^/\\\n]|\\.)*\/(?:[^/\\\n]|\\.)*\/[gimsxrcd]*(?!\w)|(?<![\w$@%)\]}])m?\/(?:[^/\\\n]|\\.)+\/[gimsx]*(?!\w)/gs,
  // An element of an array or a hash is an expression.
  holdsCode: /[$@]\w+\s*[[{](?!-?[\w$]+[\]}])/,
});

/** PHP that only computes and prints: `echo PHP_VERSION;`. */
export const plainPhp: PlainCode = compilePlainLanguage({
  words:
    "echo print printf sprintf number_format implode explode count strlen substr strpos str_replace trim ltrim rtrim " +
    "strtolower strtoupper ucfirst array array_sum array_keys array_values sort ksort range round floor ceil abs min max " +
    "intval floatval if else elseif while for foreach as break continue true false null TRUE FALSE NULL fgets STDIN " +
    "PHP_EOL PHP_VERSION PHP_OS phpversion date time json_encode json_decode is_numeric return",
  harmful: /`|->|::|["'\])}]\s*\(|\$\w*\s*\(|\$\$|\$\{|\{\$|<\?|\?>|#|\/[/*]/,
  texts: quoted,
});

/** Lua that only computes and prints: `print(math.floor(2.5))`. */
export const plainLua: PlainCode = compilePlainLanguage({
  words:
    "print io lines read write string format rep sub gsub match gmatch find len upper lower reverse byte char table insert " +
    "concat sort math floor ceil max min abs sqrt tonumber tostring ipairs pairs for in do end if then else elseif while " +
    "repeat until local function return and or not nil true false",
  // Opening a file, by `io.lines("x")`; long strings and comments.
  harmful: /io\s*\.\s*lines\s*\(\s*[^)\s]|\[\[|\[=|--/,
  texts: quoted,
  variable: /\b([A-Za-z_]\w*)\s*(?:=(?!=)|in\b)/g,
});
