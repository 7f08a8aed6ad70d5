import { fileURLToPath } from "node:url";
import { z } from "zod";
import { readJsonLines } from "./json-lines.ts";

/** The texts in `data/hostile-texts.jsonl`, written out. */
export async function hostileTexts(): Promise<readonly HostileText[]> {
  const file = fileURLToPath(new URL("../data/hostile-texts.jsonl", import.meta.url));
  const schema = z.object({ language: z.string(), name: z.string(), text: z.custom<Template>() });
  const lines = await readJsonLines(file, schema, 'a text must have "language", "name" and "text"');
  return lines.map((line) => ({ ...line, text: written(line.text) }));
}

/** A text that is meant to take long. */
export interface HostileText {
  readonly language: string;
  /** The name of the difficulty, for the table. */
  readonly name: string;
  readonly text: string;
}

/** A text in short. In a part that is repeated, `{n}` stands for the index, and `{n+1}` for the next one. */
type Template = string | Repeated | Encoded | readonly Template[];

/** A part that is repeated, `n` times if it is within one with the index `n`, and what stands between the repetitions. */
interface Repeated {
  readonly times: number | "n";
  readonly of: Template;
  readonly by?: string;
}

/** A command that decodes itself in several levels of base64. */
interface Encoded {
  readonly base64: number;
  readonly of: Template;
}

/** Writes a template of a hostile text. */
function written(part: Template, index = 0): string {
  if (typeof part === "string") {
    return part.replaceAll(/\{n([+-]\d)?\}/g, (_, offset: string = "0") => String(index + Number(offset)));
  }
  if (isList(part)) return part.map((each) => written(each, index)).join("");
  if ("base64" in part) return encoded(written(part.of, index), part.base64);
  const { times, of, by = "" } = part;
  if (times === "n") return written(of, index).repeat(index);
  return Array.from({ length: times }, (_, at) => written(of, at)).join(by);
}

function isList(part: Template): part is readonly Template[] {
  return Array.isArray(part);
}

/** Nests code in levels of base64. */
function encoded(code: string, levels: number): string {
  if (levels === 0) return code;
  return encoded(`echo ${Buffer.from(code).toString("base64")} | base64 -d | sh`, levels - 1);
}
