/** A language whose small programs can be told to do nothing but work on their data and print. */
interface PlainLanguage {
  /** The words of the language that only compute, choose, and print. */
  readonly words: string;
  /** What runs code or opens files although it is no word, and what makes it hard to tell where a text ends: comments. */
  readonly harmful: RegExp;
  /** Texts and patterns from the left, in which words mean nothing. */
  readonly texts: RegExp;
  /** A text that fits this holds code. */
  readonly holdsCode?: RegExp;
  /** What gives a variable its name, where nothing marks names of variables. */
  readonly variable?: RegExp;
}

/** Code that fits does nothing but work on its data and print. */
interface PlainCode {
  test(code: string): boolean;
}

/** Longer programs are not read. */
const maxProgramLength = 1000;

/** Where quotes are left that belong to no text, or a slash that divides nothing, it is not known what is a text. */
const strayQuoteOrSlash = /["'`]|\/(?!=?\s*[\d$(])/;

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
  // Backquotes, code in texts and patterns, calls by reference, variables whose names are quotes, what changes which files
  // are read or edited, comments.
  harmful:
    /`|\bdo\b(?!\s*\{)|[@$%&]\s*[{"']|\(\?\??\{|->|::|\w'|&\s*[\w$]|\$\^|ARGV|INC|<[^>\s]*[^>\sA-Z=][^>]*>|<<["'\w~]|(?<!\$)#|\n=/,
  // `s/a/b/g`, `m/x/`, and `/x/` where a value may stand; with the flag `e`, what takes the place is code.
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
  // A file that is opened, by `io.lines("x")` or otherwise; long texts and comments.
  harmful: /io\s*\.\s*lines\s*\(\s*[^)\s]|\[\[|\[=|--/,
  texts: quoted,
  variable: /\b([A-Za-z_]\w*)\s*(?:=(?!=)|in\b)/g,
});
