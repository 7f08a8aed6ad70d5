import { listValue, textValue, type Value } from "../../engine/value.ts";
import { type ProgramCall, perform } from "../call.ts";
import { copying, moving } from "../shared-effects.ts";
import { asPatterns, textOf } from "../values.ts";

/** Programs of Windows that copy, link and search files. @returns whether the program is one */
export function fileProgram(program: string, args: readonly Value[], call: ProgramCall): boolean {
  const texts = args.map((arg) => textOf(arg) ?? "");
  const line = texts.join(" ");
  const named = args.filter((_, at) => !/^\/[a-z?]|^-/i.test(texts[at] ?? ""));
  const [first, second = textValue(".")] = named;
  const src = first && asPatterns(first);
  switch (program) {
    case "robocopy":
      if (/\/(?:mir|purge)\b/i.test(line))
        perform(call, [{ kind: "delete", target: "dst", recursive: true }], { dst: second });
      perform(call, /\/mov(?:e)?\b/i.test(line) ? moving : copying, {
        src: first,
        dst: second,
        recursive: textValue("s"),
      });
      return true;
    case "xcopy":
    case "replace":
    case "expand":
      perform(call, copying, { src, dst: second, recursive: /\/[se]\b/i.test(line) ? textValue("s") : null });
      return true;
    case "findstr":
      perform(call, [{ kind: "read", target: "files" }], { files: asPatterns(listValue(named.slice(1))) });
      return true;
    case "more":
      perform(call, [{ kind: "read", target: "files" }], { files: asPatterns(listValue(named)) });
      return true;
    case "mklink":
      perform(call, [{ kind: "write", target: "link", mode: "create", linkTo: "to" }], { link: first, to: second });
      return true;
    case "tree":
      perform(call, [{ kind: "list", target: "src", recursive: true }], { src: src ?? textValue(".") });
      return true;
    default:
      return program === "compact";
  }
}
