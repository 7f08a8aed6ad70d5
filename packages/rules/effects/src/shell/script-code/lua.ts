import { callTable, type ScriptLanguage, wordSet } from "./script-language.ts";

/** Lua: its syntax, and what its functions do. */
export const lua: ScriptLanguage = {
  syntax: {
    comment: /--\[(=*)\[[\s\S]{0,4000}?\]\1\]|--(?!\[=*\[).*/y,
    word: /[A-Za-z_]\w*/y,
    number: /0x[\da-f]+|\d+(?:\.\d+)?(?:e[-+]?\d+)?/iy,
    singleQuotes: true,
    unreadable: /\\[\dxuz]/,
    long: /\[(=*)\[([\s\S]{0,4000}?)\]\1\]/y,
  },
  calls: callTable({
    run: "os.execute io.popen",
    code: "load loadstring",
    open: "io.open",
    "rm -f": "os.remove",
    mv: "os.rename",
    "cat|": "io.lines io.input",
    "tee>": "io.output",
    print: "print io.write",
  }),
  pure: wordSet(
    `for in do end if then else elseif while repeat until local function return break goto and or not nil true false pairs ipairs next select type tonumber tostring
     assert error pcall xpcall unpack rawget rawset rawlen rawequal setmetatable getmetatable collectgarbage arg _VERSION self string math table utf8 coroutine bit bit32 jit
     os.time os.date os.clock os.getenv os.difftime os.exit os.tmpname io.read io.stdin io.stdout io.stderr io.close io.flush read write lines close seek flush
     format rep sub floor ceil max min abs sqrt random randomseed huge pi fmod tointeger gsub gmatch match find len upper lower reverse byte char insert remove concat sort setvbuf`,
  ),
  defines: wordSet("function"),
  joins: new Set([".."]),
  plainVariables: true,
  members: true,
};
