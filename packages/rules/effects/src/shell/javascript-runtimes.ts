// Calls of Deno and Bun that run code, as calls of `node`.
import { type Argument, literalText } from "./argument.ts";

/** The words of the call of `node` that does the same as `deno eval CODE` or `bun run FILE`; `undefined` for other calls. */
export function asNodeCall(name: string, words: readonly Argument[]): readonly Argument[] | undefined {
  if (name !== "deno" && name !== "bun") return;
  const [head, subcommand, ...rest] = words;
  if (head === undefined || subcommand === undefined) return;
  const verb = literalText(subcommand);
  const operand = rest.find((word) => literalText(word)?.startsWith("-") !== true || literalText(word) === "-");
  if (operand === undefined) return;
  const after = rest.slice(rest.indexOf(operand));
  if (verb === "eval") return [head, { ...head, value: { text: "-e", glob: false } }, ...after];
  const isFile = /^-$|^(?!https?:).*\.[cm]?[jt]sx?$/.test(literalText(operand) ?? "");
  return verb === "run" && isFile ? [head, ...after] : undefined;
}

/** `node --run x` as the words of `npm run x`; `undefined` for any other command. */
export function packageScriptOfNode(
  name: string,
  [head, ...rest]: readonly Argument[],
): readonly Argument[] | undefined {
  if (name !== "node" || head === undefined) return;
  const at = rest.findIndex((word) => /^--run(=|$)/.test(literalText(word) ?? ""));
  const option = rest[at];
  if (option === undefined) return;
  const [, inline] = /^--run=(.*)$/s.exec(literalText(option) ?? "") ?? [];
  const script: readonly Argument[] =
    inline === undefined
      ? rest.slice(at + 1)
      : [{ ...option, value: { text: inline, glob: false } }, ...rest.slice(at + 1)];
  return [head, { ...head, value: { text: "run", glob: false } }, ...script];
}
