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
