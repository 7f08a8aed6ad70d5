import { languageCall } from "@helve/predicates";
import type { Problem } from "../evaluation.ts";
import type { PlaygroundInput } from "../share.ts";
import type { InputCall } from "./input-call.ts";
import { lazy } from "./load.ts";
import type { ReadContext } from "./read-context.ts";

/** Reads the typed input as calls, or returns its problems. */
export async function readInput(
  { kind, text, tool = "" }: PlaygroundInput,
  context: ReadContext | undefined,
): Promise<{ readonly calls: readonly InputCall[] } | { readonly problems: readonly Problem[] }> {
  if (kind === "trace") {
    const { calls, problems } = (await traces()).readTrace(text);
    if (problems.length > 0) return { problems: problems.map((message) => ({ in: "input", message })) };
    return calls.length > 0 ? { calls } : problem("the session is empty: paste its lines, or drop a file here");
  }
  if (kind !== "call") return { calls: [{ action: languageCall(kind, text), repairs: [], argumentIssues: [] }] };
  if (tool === "") return problem("the call needs the name of a tool");
  try {
    return { calls: [(await decoding()).decodeCall(tool, text, context?.schemas.get(tool))] };
  } catch (error) {
    return { problems: [{ in: "context", message: `the schema of ${tool} is invalid: ${(error as Error).message}` }] };
  }
}

const decoding = lazy(() => import("./decode-arguments.ts"));
const traces = lazy(() => import("./read-trace.ts"));

/** Returns a problem of the input. */
function problem(message: string): { readonly problems: readonly Problem[] } {
  return { problems: [{ in: "input", message }] };
}
