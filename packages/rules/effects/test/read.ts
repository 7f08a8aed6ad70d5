import type { EffectContext, Effects, Languages } from "@helve/effects";
import { go } from "@helve/effects/go";
import { javascript } from "@helve/effects/javascript";
import { php } from "@helve/effects/php";
import { cmd, powershell } from "@helve/effects/powershell";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { sql } from "@helve/effects/sql";

/** The languages of code in texts. */
export const languages: Languages = { shell, python, javascript, php, go, sql, powershell, cmd };

/** The effects of a shell command; code inside it is read as shell, Python, JavaScript and SQL. */
export function readShell(command: string, context: EffectContext = {}): Effects {
  return shell.read(command, { languages, ...context });
}

/** The effects of a Python program; code inside it is read as shell, Python, JavaScript and SQL. */
export function readPython(program: string, context: EffectContext = {}): Effects {
  return python.read(program, { languages, ...context });
}

/** The effects of a JavaScript program; code inside it is read as shell, Python, JavaScript and SQL. */
export function readJavaScript(program: string, context: EffectContext = {}): Effects {
  return javascript.read(program, { languages, ...context });
}

/** The effects of a PHP program; code inside it is read in the other languages, too. */
export function readPhp(program: string, context: EffectContext = {}): Effects {
  return php.read(program, { languages, ...context });
}

/** The effects of a Go program; code inside it is read as shell, Python, JavaScript, SQL and Go. */
export function readGo(program: string, context: EffectContext = {}): Effects {
  return go.read(program, { languages, ...context });
}
