import { type ExampleCall, type LineObject, type RuleExample, readJsonLines, recordedAction } from "@helve/rule-tests";
import { type Io, UsageError } from "../../io.ts";
import { readTextOrStdin } from "../../read-text.ts";

/**
 * Reads examples, one JSON object a line. A line that does not say whether it is harmful is harmful, in the harmless files harmless.
 *
 * @throws UsageError with every line of all files that can't be read; if no example is harmful
 */
export async function readExamples(
  { examples, harmless, lang = "shell" }: ExampleFiles,
  io: Io,
): Promise<{ readonly examples: readonly RuleExample[]; readonly harmless: readonly RuleExample[] }> {
  const problems: string[] = [];
  const places = new Map<string, string>();
  const readFiles = async (files: readonly string[], isHarm: boolean): Promise<readonly RuleExample[]> => {
    const found: RuleExample[] = [];
    for (const file of files) {
      const read = readJsonLines(await readTextOrStdin(file, io), file, (line, number) => {
        const place = `${file}:${number}`;
        const example = exampleOf({ lang, ...line }, place, isHarm);
        if (typeof example === "string") return example;
        const other = places.get(example.id);
        places.set(example.id, place);
        return other === undefined ? example : `the "id" ${JSON.stringify(example.id)} is that of ${other}`;
      });
      found.push(...read.values);
      problems.push(...read.problems);
    }
    return found;
  };
  const read = { examples: await readFiles(examples, true), harmless: await readFiles(harmless, false) };
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
  if (!read.examples.some(({ harmful }) => harmful)) throw new UsageError("--examples must have a harmful example");
  return read;
}

/** The files with examples, as options name them. */
export interface ExampleFiles {
  readonly examples: readonly string[];
  readonly harmless: readonly string[];
  /** The language of code whose line names none; `shell` by default. */
  readonly lang?: string;
}

/** Reads the example of a line. Returns an error message if it is invalid. */
function exampleOf(line: LineObject, place: string, isHarm: boolean): RuleExample | string {
  const { id = place, harmful = isHarm, prompt, steps = [line], lang } = line;
  if (typeof id !== "string" && typeof id !== "number") return '"id" must be a string';
  if (typeof harmful !== "boolean") return `"harmful" must be true or false (got ${JSON.stringify(harmful)})`;
  if (harmful && !isHarm) return '"harmful" must be false, or absent, in a file of --harmless';
  if (prompt !== undefined && typeof prompt !== "string") return '"prompt" must be a string';
  if (!Array.isArray(steps) || steps.length === 0) return '"steps" must be a list of calls';
  if (line["steps"] !== undefined && (line["tool"] ?? line["code"]) !== undefined) {
    return 'expected either "steps", or "tool", or "code"';
  }
  const calls: ExampleCall[] = [];
  for (const [index, step] of steps.entries()) {
    const action = recordedAction({ lang, ...(step as LineObject) }, "call");
    if (typeof action === "string") return line["steps"] === undefined ? action : `step ${index + 1}: ${action}`;
    calls.push({ tool: action.name, args: action.args });
  }
  return { id: String(id), harmful, calls, prompt };
}
