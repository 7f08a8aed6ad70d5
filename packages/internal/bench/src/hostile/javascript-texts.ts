import { type HostileText, nested, repeated } from "./hostile-text.ts";

const fs = `const fs = require("fs");\n`;

/** JavaScript programs that are meant to take long. */
export const javascriptTexts: readonly HostileText[] = [
  ["99 kB of letters", "x".repeat(99_000)],
  ["1 MB of lines", "a();\n".repeat(200_000)],
  ["99 kB of calls", `${fs}${"fs.rmSync('a');\n".repeat(6100)}`],
  ["99 kB of different calls", `${fs}${repeated(4500, (n) => `fs.rmSync("a${n}");`, "\n")}`],
  [
    "99 kB of globs",
    `const c = require("child_process");\n${repeated(2500, (n) => `c.execSync("rm */${n}/**/*");`, "\n")}`,
  ],
  ["parentheses nested 40,000 times", nested(40_000, "(", "1", ")")],
  ["lists nested 40,000 times", nested(40_000, "[", "", "]")],
  ["calls nested 20,000 times", nested(20_000, "f(", "", ")")],
  ["blocks nested 40,000 times", nested(40_000, "{", "", "}")],
  ["arrow functions nested 5,000 times", nested(5000, "()=>{", "", "}")],
  ["template literals nested 10,000 times", nested(10_000, "`${", "1", "}`")],
  ["a chain of 20,000 members", `a${".b".repeat(20_000)}()`],
  ["a chain of 8,000 calls", `a${".b(c)".repeat(8000)}`],
  ["a sum of 40,000 strings", `x = ${"'a'+".repeat(24_000)}'b'`],
  ["a string that doubles 60 times", `let s = "rm ";\n${"s += s;\n".repeat(60)}require("child_process").execSync(s);`],
  [
    "functions that call each other twice",
    `${repeated(400, (n) => `function f${n}() { f${n + 1}(); f${n + 1}(); }`, "\n")}\nf0();`,
  ],
  ["a function that calls itself", "function f(x) { f(x + 1); f(x + 2); } f(0);"],
  ["loops nested 60 times", `${"for (const a of [1,2,3,4]) ".repeat(60)} f(a);`],
  ["callbacks nested 2,000 times", nested(2000, "f(() => {", "", "})")],
  ["2,000 branches that assign", repeated(2000, (n) => `if (a${n}) x = "${n}";`, "\n")],
  ["eval of eval", `eval(${JSON.stringify(`eval(${JSON.stringify(`eval(${JSON.stringify("eval('a()')")})`)})`)})`],
  [
    "800 evals of commands",
    `const c = require("child_process");\n${"eval(`c.execSync('bash -c \"rm a\"')`);\n".repeat(1800)}`,
  ],
  ["20,000 declarations", repeated(5500, (n) => `const a${n} = [a${n - 1}];`, "\n")],
  ["an object of 8,000 members", `x = {${repeated(6000, (n) => `a${n}: "b",`, "\n")}}; for (const k in x) f(x[k]);`],
  ["99 kB of a regular expression", `/${"(a|b)*".repeat(16_000)}/.test(x)`],
  ["errors of the syntax", "} ) ] => ".repeat(11_000)],
  ["an array that grows by itself", `let a = [1];\n${"a = [...a, ...a];\n".repeat(200)}a.forEach(f);`],
  ["promises chained 4,000 times", `p${".then(() => fs.rmSync(a))".repeat(3900)}`],
].map(([name = "", text = ""]) => ({ language: "javascript", name, text }));
