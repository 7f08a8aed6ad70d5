/** What an error says that comes of a policy against `eval` and `new Function`; `undefined` for any other error. */
export function codeRefused(error: unknown): string | undefined {
  // The error may be of another realm.
  const isRefusal = error instanceof Error ? error.name === "EvalError" : String(error).startsWith("EvalError");
  return isRefusal
    ? 'code can\'t be compiled here ("new Function" is not allowed): interpretSchema needs none'
    : undefined;
}
