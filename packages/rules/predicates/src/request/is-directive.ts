import { readRequest } from "./read-request.ts";

/** Whether a passage asks for a change, and does not only list data. Quotes count, and words that are joined in the name of a file. */
export function isDirective(passage: string): boolean {
  const text = passage
    .slice(0, longest)
    .replaceAll(/_+|\+|["“”]|(?<![\p{L}\p{N}])['‘]|['’](?![\p{L}\p{N}])/gu, " ")
    .replaceAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}@.]+){2,}/gu, (joined) => joined.replaceAll("-", " "));
  return readRequest(text).acts.some(
    ({ status, kinds }) => status === "asked" && kinds.some((kind) => kind !== "read"),
  );
}

const longest = 2000;
