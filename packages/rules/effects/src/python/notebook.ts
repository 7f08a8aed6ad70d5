/** Cells of notebooks: Python with lines that IPython runs in a shell, such as `!ls` and `%pip install x`. */
import { type EffectContext, type Effects, readCode } from "../languages.ts";

/** A cell of a notebook without its lines for IPython, and the shell commands of these lines, with their offsets in the cell. */
interface Cell {
  readonly program: string;
  readonly commands: readonly { readonly code: string; readonly start: number }[];
}

/** Magics that only set up the notebook. */
const harmless = /^%(?:matplotlib|load_ext|reload_ext|autoreload|config|pylab|precision)\b/;

/** Magics that run the program of their name. */
const programs = /^%(?=(?:pip|conda|mamba|uv)\s)/;

/** Separates the lines of a cell that IPython runs; other magics stay, and do not parse. */
export function readCell(text: string): Cell {
  const [, head = "", body = ""] = /^(%%(?:bash|sh)[ \t]*\n)([\s\S]*)$/.exec(text) ?? [];
  if (head !== "") return { program: "", commands: [{ code: body, start: head.length }] };
  const commands: { readonly code: string; readonly start: number }[] = [];
  const program = text.replaceAll(/^(?:!|%).*$/gm, (line, start: number) => {
    if (line.startsWith("!")) commands.push({ code: line.slice(1), start: start + 1 });
    else if (programs.test(line)) commands.push({ code: line.slice(1), start: start + 1 });
    else if (!harmless.test(line)) return line;
    return " ".repeat(line.length);
  });
  return { program, commands };
}

/** The effects of what a cell runs in a shell, with positions in the cell. */
export function effectsOfCommands({ commands }: Cell, context: EffectContext): Effects["effects"] {
  return commands.flatMap(({ code, start }) =>
    readCode("shell", code, context).effects.map((effect) => ({
      ...effect,
      start: effect.start + start,
      end: effect.end + start,
    })),
  );
}
