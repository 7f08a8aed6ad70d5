/** Judges code that no reader reads whole by the words in it: whether it may start programs, run texts as code, or write files. */

/** Whether code has words that start programs, run texts as code, or write files. */
export function mayStart(text: string): boolean {
  return starting.test(text);
}

/** Whether code certainly only computes and prints. */
export function isPlainCode(path: string, text: string): boolean {
  const words = languages.find(([files]) => files.test(path))?.[1];
  return words !== undefined && !starting.test(text) && !words.test(text) && !reachesOut.test(text);
}

const starting =
  /`|%x[^\w\s]|\b(?:system|exec\w*|spawn\w*|fork|popen\w*|Open3|PTY|pty|Process|syscall|\w*eval|compile|subprocess|__\w*import__|importlib|runpy|ctypes|Fiddle|FFI|const_get|__send__|open|getattr|pickle|marshal|shutil|pathlib|FileUtils|(?:File|IO|Kernel|Object)\s*\.)/;

/** Matches texts that name the home directory, or a file outside of the project. */
const reachesOut = /\bHOME\b|getenv|USERPROFILE|["'~]\/(?!["'/\s])|\.\.\/\.\.|["']~/;

/** What code of a language may do, besides what the words of all languages say. */
const languages: readonly (readonly [files: RegExp, words: RegExp])[] = [
  [
    /\.(?:rb|rake|gemspec|ru)$|(?:^|\/)(?:Gem|Rake|Guard)file$/,
    /\b(?:send|public_send|method|instance_method|load|binding|Marshal|ObjectSpace|Pathname|Socket|TCPSocket|Tempfile|autoload|trap|at_exit|define_method|method_missing|ENV)\b|\brequire(?:_relative)?\b\s*\(?\s*(?:[^"'\s(]|["'][./~])/,
  ],
  [
    /\.(?:t|p[lm])$/,
    /\bq[xr]\b|\b(?:glob|sysopen|dbmopen|unlink|rename|link|symlink|readpipe|can|CORE|ARGV|SIG|INC|ENV|POSIX|AUTOLOAD|DESTROY|local|bless|tie)\b|\b(?:require|do)\s*[$"'(]|<[^>\n]*>|&\s*[{$]|->\s*[&$(]|[*%@]\s*\{|\(\?\??\{|\/\w*e\w*\s*[;)]|\buse\s+(?!strict|warnings|utf8|v?5|Test::|parent\b|base\b|lib\s+["'](?:lib|t\/lib)["']|[A-Z]\w*(?:::\w+)*\s*(?:;|qw))/,
  ],
  [
    /\.php$/,
    /\b(?:shell_exec|passthru|proc_\w+|pcntl_\w+|assert\s*\(|create_function|call_user_func\w*|include\w*|require\w*|file_\w+|f(?:open|write|puts)|copy|rename|unlink|symlink|link|mkdir|touch|tempnam|move_\w+|ini_\w+|putenv|dl|mail|FFI|unserialize|Reflection\w*|array_\w+|u[ak]?sort|register_\w+|ob_\w+|preg_\w+|iterator_apply|Spl\w+|Phar\w*|DOM\w+|XML\w+|SQLite3|PDO|curl_\w+|fsockopen|stream_\w+|error_log|Closure|extension_\w+|highlight_file|show_source|Artisan|Storage)\b|\$\w+(?:\[[^\]]*\])?\s*\(|\$[{$]|(?:->|::)\s*[${]|\bnew\s+[$(]|[)\]}"']\s*\(/,
  ],
  [
    /\.exs?$/,
    /\b(?:System|Port|File|Code|Module|Kernel|Mix|IEx|Application|Node|Task|Path|EEx|Agent|Function|Macro|Stream|apply|quote|unquote|defmacro\w*)\b|:(?:os|erlang|file|code|rpc|erpc|init|inets|httpc|gen_\w+|ssh|escript|erl_\w+|dets|disk_log|shell|c|net_\w+|proc_lib)\b|to_(?:existing_)?atom/,
  ],
  [
    /\.(?:lua)$/,
    /\b(?:io|os|load\w*|dofile|package|debug|ffi|jit|_G|_ENV|[gs]etfenv|rawget|lfs|posix|vim)\b|\brequire\b\s*\(?\s*(?:[^"'\s(]|["'][./~])/,
  ],
  [
    /\.(?:java|kts?|scala|sc|groovy)$/,
    /\b(?:Runtime|ProcessBuilder|forName|\w*[Mm]ethod\w*|load\w*|Script\w*|native|Files?\w*|\w*Path\w*|\w*(?:Writer|Stream|Channel|Socket|URL|URI)\w*|Unsafe|\w*ClassLoader|ServiceLoader|Proxy|reflect|invoke\w*|sys|process|java\s*\.\s*(?:io|nio|net)|scala\s*\.\s*(?:io|sys)|os|evaluate|Eval|\w*Shell\w*|execute|metaClass|external)\b|\bSystem\s*\.\s*(?!out|err|currentTimeMillis|nanoTime|lineSeparator|identityHashCode|arraycopy)|@(?:file|Grab)|\.!/,
  ],
  [
    /\.swift$/,
    /\b(?:NSTask|posix_spawnp?|dl\w+|FileManager|FileHandle|\w*write\w*|fopen|NS\w+|perform|\w*[uU]nsafe\w*|Selector|URL|contentsOf\w*|freopen|Darwin|Glibc)\b/,
  ],
  [
    /\.(?:gp|gnu|gnuplot|plt)$/,
    /^\s*!|["']\s*[<|]|\b(?:load|call|import|shell|cd|history|clear)\b|\bset\s+(?:print|table|output|loadpath|fontpath)\s+(?!["'][\w./-]+["'])|\$\w+\s*<<|@\w/m,
  ],
];
