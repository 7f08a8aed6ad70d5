/** Evaluates the examples of predicates for the reference, such as `amount_over(args.amount, 100)` with a call. */
import type { Action, Step, Truth } from "@helve/core";
import { javascript } from "@helve/effects/javascript";
import { powershell } from "@helve/effects/powershell";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { sql } from "@helve/effects/sql";
import { describeEffects, type Policy, predicates } from "@helve/predicates";
import type { ExampleCall } from "./predicate-examples.ts";

/** The contacts of the examples. */
export const exampleContacts: readonly string[] = ["corp.example"];

/** The policy for the examples of the catalogs. */
const policy: Policy<"shell" | "python" | "javascript" | "sql" | "powershell"> = {
  languages: { shell, python, javascript, sql, powershell },
  tools: {
    "Terminal.Execute": { code: "command", language: "shell" },
    "PythonREPL.Run": { code: "code", language: "python" },
  },
  workingDirectory: "/home/ada/project",
  home: "/home/ada",
  contacts: exampleContacts,
  judge: ({ texts }) => texts.some(({ text }) => text.includes("cheese")),
};

const ready = new Map(predicates(policy).map((predicate) => [predicate.name, predicate]));

/** The action of a call. */
export function actionOf(call: ExampleCall): Action {
  if (typeof call === "string") return { id: "call_1", name: "Terminal.Execute", args: { command: call } };
  return { id: "call_1", name: call.tool, args: { ...call.args } };
}

/** Evaluates a condition that is a single predicate, such as `amount_over(args.amount, 100)`. */
export async function evaluateCondition(
  condition: string,
  call: ExampleCall,
): Promise<{ value: Truth; reason: string }> {
  const [, name = "", operands = ""] = /^(\w+)(?:\((.*)\))?$/.exec(condition) ?? [];
  const predicate = ready.get(name);
  if (predicate === undefined) throw new Error(`there is no predicate "${name}"`);
  const action = actionOf(call);
  const { read, reader, prompt = "" } = typeof call === "string" ? {} : call;
  const trajectory = read === undefined ? [] : [earlierStep(read, reader)];
  const context = { action, trajectory, prompt, signal: new AbortController().signal };
  const finding = await predicate.evaluate(operands === "" ? [] : operands.split(", ").map(operandOf), context);
  return typeof finding === "object"
    ? { value: finding.value, reason: finding.reason ?? "" }
    : { value: finding, reason: "" };

  /** Reads an operand of an example: `args.x` is an argument of the call, anything else is JSON. */
  function operandOf(text: string) {
    const argument = /^args\.(\w+)$/.exec(text)?.[1];
    return argument === undefined
      ? { value: JSON.parse(text) }
      : { value: action.args[argument], path: `/${argument}` };
  }
}

/** Returns the tool call whose result an example has read. */
export function earlierCall(reader = "Web.Fetch"): {
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
} {
  return { name: reader, args: reader === "Web.Fetch" ? { url: "https://x.io" } : {} };
}

/** Builds the recorded step in which the model read this text before the example's call. */
function earlierStep(text: string, reader?: string): Step {
  return {
    action: { id: "call_0", ...earlierCall(reader) },
    observation: { parts: [{ type: "text", content: text }], isError: false },
    ran: true,
  };
}

/** The effects of a call, as their kinds and sentences. */
export function effectsOf(call: ExampleCall): readonly { readonly kind: string; readonly sentence: string }[] {
  return describeEffects(actionOf(call), policy);
}
