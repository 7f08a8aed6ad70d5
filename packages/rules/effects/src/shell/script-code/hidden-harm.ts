/** Finds harm in compiled programs that their call tables miss: computed commands and file names, system calls. */

/** The names by which a compiled language runs programs and opens files for writing. */
interface CompiledLanguage {
  /** Names with which a program starts others, or reaches code that is not read. */
  readonly runs: RegExp;
  /** Names with which a program opens files for writing, moves or links them. */
  readonly writes: RegExp;
  /** Whether all this counts only in a program that looks for the home directory: build files write in the project. */
  readonly onlyAtHome?: true;
  /** The calls among them that the table of the language reads if all their operands are literal. */
  readonly isRead: RegExp;
}

/** A text in quotes, or the rest of a line after a quote that nothing closes. */
const text = String.raw`"(?:[^"\\\n]|\\.)*(?:"|(?=\n)|$)`;

/** A call whose operands are all literal. */
const literalCall = (names: string): RegExp =>
  new RegExp(`\\b(?:${names})\\s*\\(\\s*${text}(?:\\s*,\\s*${text})*\\s*\\)`, "g");

/** A file that is opened for reading only. */
const onlyReads =
  /\bfopen\s*\([^;{}]{0,400}?,\s*"rb?"\s*\)|\bopen\s*\([^;{}]{0,400}?\bO_RDONLY\s*(?:\|\s*O_CLOEXEC\s*)?\)|\bopenFile\s*\([^;{}]{0,400}?,\s*\.\{\s*\}\s*\)/g;

const languages: ReadonlyMap<string, CompiledLanguage> = new Map([
  [
    "c",
    {
      runs: /\b(?:system|popen|_popen|exec[lv]p?e?|execvpe|fexecve|posix_spawnp?|dlopen|dlsym|syscall|wordexp|ShellExecute\w*|CreateProcess\w*)\b|##|\b(?:__)?asm(?:__)?\b|#\s*include\s+"[^"]*(?<!\.h|\.hh|\.hpp|\.hxx)"|#\s*include\s+[A-Za-z_]|#\s*embed\b/,
      writes: /\b(?:fopen|freopen|open|openat|creat|ofstream|fstream|symlink|link|rename)\b(?=\s*[({]|\s+\w+\s*[({])/,
      isRead: literalCall("system|popen|fopen|rename"),
    },
  ],
  [
    "java",
    {
      runs: /\b(?:Runtime|ProcessBuilder|exec|forName|getMethod|getDeclaredMethod|loadLibrary|ScriptEngineManager|native)\b/,
      writes:
        /\b(?:FileWriter|FileOutputStream|RandomAccessFile|newBufferedWriter|newOutputStream|newByteChannel|writeText|appendText|createSymbolicLink)\b|\bnew\s+Print(?:Writer|Stream)\b|\bFiles\s*\.\s*(?:write|writeString|copy|move)\b/,
      isRead: literalCall("ProcessBuilder|FileWriter"),
    },
  ],
  [
    "rust",
    {
      runs: /\bCommand\b|\blibc\b|\bextern\s*"C"|\basm!|\binclude(?:_str|_bytes)?!/,
      writes:
        /\b(?:OpenOptions|create_new)\b|\bFile\s*::\s*create\b|\bfs\s*::\s*(?:write|copy|rename|hard_link)\b|\bsymlink\b/,
      isRead: new RegExp(
        `${literalCall("File\\s*::\\s*create|fs\\s*::\\s*rename").source}|\\binclude_(?:str|bytes)!\\s*\\(\\s*"(?!/|\\.\\./\\.\\.)[^"]*"\\s*\\)`,
        "g",
      ),
    },
  ],
  [
    "csharp",
    {
      runs: /\bProcess(?:StartInfo)?\b|\bDllImport\b|\bAssembly\b|\bGetMethod\b/,
      writes:
        /\bFile(?:Info)?\s*\.\s*(?:Write|Append|Create|Open|Copy|Move|Replace)\w*|\bStreamWriter\b|\bFileStream\b/,
      isRead: literalCall(""),
    },
  ],
  [
    "swift",
    {
      runs: /\bProcess\s*\(|\bNSTask\b|\b(?:system|popen|posix_spawnp?|execv\w*|dlopen)\b/,
      writes: /\bwrite\s*\(\s*to|\bFileManager\b|\bFileHandle\s*\(\s*for(?:Writing|Updating)|\bcreateFile\b|\bfopen\b/,
      isRead: literalCall(""),
    },
  ],
  [
    "zig",
    {
      runs: /\b(?:Child|ChildProcess|execv\w*|system|popen)\b|@cImport|@embedFile|\basm\b/,
      writes: /\b(?:createFile\w*|writeFile|atomicFile|openFile\w*|rename|symLink)\b/,
      isRead: literalCall(""),
    },
  ],
  [
    "ruby",
    {
      runs: /\b(?:eval|instance_eval|class_eval|module_eval|const_get|public_send|__send__|Marshal)\b/,
      writes: /(?!)/,
      isRead: literalCall(""),
    },
  ],
  [
    "assembler",
    {
      runs: /\bsyscall\b|\bsysenter\b|\bint\s+\$?0x80\b|\bsvc\b|\bcalll?q?\s+(?:_?_?(?:system|popen|exec\w*|f?open\w*|dlopen))\b|\.?incbin\b|[.%]include\b/i,
      writes: /(?!)/,
      isRead: literalCall(""),
    },
  ],
  [
    "build file",
    {
      runs: /\bProcessBuilder\b|\bRuntime\b|\.execute\s*\(|\bsystem\b|\bexec\b/,
      writes: /\b(?:write\w*|text|append\w*|copy|move|rename|create\w*|delete|into|open|File)\b/,
      onlyAtHome: true,
      isRead: literalCall(""),
    },
  ],
]);

/** Matches the ways in which programs find the home directory. */
const findsHome =
  /\bgetenv\b|\bHOME\b|\bUSERPROFILE\b|user\.home|\bgetpw\w+\b|home_dir|homeDirectory|NSHomeDirectory|UserProfile|\bchdir\b|set_current_dir/;

/** A comment, also one without an end. */
const comment = /\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*$)/;

/**
 * The call of a compiled program that runs or writes something unknown; `undefined` without such a call. Calls with literal operands matter only
 * in a program that looks for the home directory.
 */
export function hiddenHarm(language: string, code: string): string | undefined {
  const known = languages.get(language);
  if (known === undefined) return;
  const source = code
    .replaceAll(/\\\r?\n/g, "")
    .replaceAll(new RegExp(`${text}|${comment.source}`, "g"), (part) => (part[0] === '"' ? part : " "));
  const open = source.replaceAll(onlyReads, " ");
  const isAtHome = findsHome.test(source);
  if (known.onlyAtHome === true && !isAtHome) return;
  const rest = isAtHome ? open : open.replaceAll(known.isRead, " ");
  const bare = withoutTexts(rest);
  return (known.runs.exec(bare) ?? known.writes.exec(bare))?.[0].trim();
}

/** Removes the content of strings from code, except names of included files. */
function withoutTexts(code: string): string {
  return code.replaceAll(
    new RegExp(`(#\\s*include\\s+|extern\\s*)?${text}`, "g"),
    (part, before: string | undefined) => (before === undefined ? '""' : part),
  );
}
