import type { ScriptCall } from "./read-calls.ts";

/** Lists the commands that a `sed` script runs, and the files that it reads and writes by name; `undefined` if it can't be parsed. */
export function readSed(code: string): readonly ScriptCall[] | undefined {
  if (code.length > maxLength) return;
  const scanner: Scanner = { code, at: 0, calls: [] };
  while (scanner.at < code.length) if (!readCommand(scanner)) return;
  return scanner.calls;
}

const maxLength = 4000;

interface Scanner {
  readonly code: string;
  at: number;
  readonly calls: ScriptCall[];
}

/** Reads one command with its addresses. @returns false if it is not known */
function readCommand(scanner: Scanner): boolean {
  const { code, calls } = scanner;
  skip(/[\s;]+/y, scanner);
  if (scanner.at >= code.length) return true;
  if (!skipAddress(scanner)) return false;
  skip(/\s*/y, scanner);
  if (skip(/,\s*/y, scanner) !== "" && !skipAddress(scanner)) return false;
  skip(/[\s!]*/y, scanner);
  const command = code[scanner.at] ?? "";
  scanner.at++;
  switch (command) {
    case "s":
      return readSubstitution(scanner);
    case "y":
      return skipParts(2, scanner) !== undefined;
    case "#":
      skip(/.*/y, scanner);
      return true;
    case "w":
    case "W":
      calls.push({ meaning: "tee>", name: "sed", args: [{ text: skip(/.*/y, scanner).trim() }] });
      return true;
    case "r":
    case "R":
      calls.push({ meaning: "cat|", name: "sed", args: [{ text: skip(/.*/y, scanner).trim() }] });
      return true;
    case "e": {
      const text = skip(/.*/y, scanner).trim();
      calls.push({ meaning: "run", name: "sed", args: [{ text: text === "" ? undefined : text }] });
      return true;
    }
    case "a":
    case "i":
    case "c":
      skip(/(?:[^\\\n]|\\[\s\S])*/y, scanner);
      return true;
    case ":":
    case "b":
    case "t":
    case "T":
      skip(/[^\n;}]*/y, scanner);
      return true;
    case "q":
    case "Q":
    case "l":
    case "L":
      skip(/[ \t]*\d*/y, scanner);
      return true;
    default:
      return /^[{}dDgGhHnNpPxFz=]$/.test(command);
  }
}

/** Skips a pattern at the current position, and returns it. */
function skip(pattern: RegExp, scanner: Scanner): string {
  pattern.lastIndex = scanner.at;
  const [text = ""] = pattern.exec(scanner.code) ?? [];
  scanner.at += text.length;
  return text;
}

/** Skips a line number, `$`, or a pattern. @returns false if a pattern has no end */
function skipAddress(scanner: Scanner): boolean {
  if (skip(/[+~]?\d+(?:~\d+)?|\$/y, scanner) !== "") return true;
  const first = scanner.code[scanner.at];
  if (first !== "/" && first !== "\\") return true;
  if (first === "\\") scanner.at++;
  if (skipParts(1, scanner) === undefined) return false;
  skip(/[IM]*/y, scanner);
  return true;
}

/** Skips texts that a delimiter ends, which is at the current position. @returns `undefined` if one has no end */
function skipParts(count: number, scanner: Scanner): string | undefined {
  const { code } = scanner;
  const delimiter = code[scanner.at] ?? "";
  const start = scanner.at;
  if (/^[\\\n]?$/.test(delimiter)) return;
  let left = count;
  let inBrackets = false;
  for (let at = start + 1; at < code.length; at++) {
    const each = code[at];
    if (each === "\\") at++;
    // A delimiter in brackets may end the pattern or not, by the version of sed.
    else if (each === "[") inBrackets = true;
    else if (each === "]") inBrackets = false;
    else if (each === delimiter) {
      if (inBrackets && left === count && code.slice(at).includes("]")) return;
      inBrackets = false;
      left--;
      if (left === 0) {
        scanner.at = at + 1;
        return code.slice(start, at + 1);
      }
    }
  }
  return;
}

/** Reads the parts and flags of `s`: with `w` it writes a file, and with `e` it runs the result. */
function readSubstitution(scanner: Scanner): boolean {
  if (skipParts(2, scanner) === undefined) return false;
  const flags = skip(/[gpiImM\de]*/y, scanner);
  if (flags.includes("e")) scanner.calls.push({ meaning: "run", name: "sed", args: [{ text: undefined }] });
  if (skip(/w/y, scanner) !== "")
    scanner.calls.push({ meaning: "tee>", name: "sed", args: [{ text: skip(/.*/y, scanner).trim() }] });
  return true;
}
