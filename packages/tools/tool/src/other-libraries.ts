/** Recognizes definitions of tools as other libraries take them, and says what to write instead. */
import type { Issue } from "@helve/core";
import { isObject, unknownOption } from "@helve/core/internal";

/**
 * The definition under its own option names, with an issue for each option that a tool does not have. An option of another library
 * (`inputSchema` of the AI SDK) is read as the option of the same meaning, so that the problems of its value are found, too.
 *
 * @param names - the options of a tool
 * @param others - further arguments, which `tool` does not have
 */
export function withOwnNames<Definition extends object>(
  definition: Definition,
  names: Readonly<Record<string, true>>,
  others: readonly unknown[],
): { readonly definition: Definition; readonly issues: readonly Issue[] } {
  if (!isObject(definition) || others.length > 0) {
    const message = "tool takes one object: write tool({ name, description, parameters, execute })";
    return { definition: {} as Definition, issues: [{ code: "definition", message }] };
  }
  const lagent = lagentIssue(definition);
  if (lagent !== undefined) return { definition: {} as Definition, issues: [lagent] };
  const own: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const [name, value] of Object.entries(definition)) {
    const same = sameOptions.get(name);
    const isKnown = Object.hasOwn(names, name);
    own[isKnown ? name : (same ?? name)] ??= value;
    if (!isKnown) issues.push(optionIssue(name, names));
  }
  return { definition: own as Definition, issues };
}

function optionIssue(name: string, names: Readonly<Record<string, true>>): Issue {
  const same = sameOptions.get(name);
  const advice = same === undefined ? otherAdvice.get(name) : `write "${same}"`;
  const issue = unknownOption(name, "a tool", advice === undefined ? Object.keys(names) : []);
  return advice === undefined ? issue : { ...issue, message: `${issue.message}: ${advice}` };
}

/** An issue if a definition is the description of a tool or a toolkit in Lagent, where parameters are a list. */
export function lagentIssue(definition: object): Issue | undefined {
  const { name, api_list: apis, parameters } = definition as Readonly<Record<string, unknown>>;
  const isList = Array.isArray(parameters) && parameters.every((item) => isObject(item) && "name" in item);
  if (!isList && !Array.isArray(apis)) return undefined;
  const message = `${JSON.stringify(name)} is described as in Lagent: convert the description by fromLagentTools of @helve/lagent`;
  return { code: "definition", message };
}

/** The options of other libraries with the meaning of an option of a tool. */
const sameOptions: ReadonlyMap<string, string> = new Map([
  ...["inputSchema", "input_schema", "schema", "args_schema", "argsSchema", "inputs", "args", "params", "input"].map(
    (name) => [name, "parameters"] as const,
  ),
  ...["outputSchema", "output_schema", "output", "returnType"].map((name) => [name, "returns"] as const),
  ...["func", "fn", "handler", "run", "call", "callback", "invoke", "implementation"].map(
    (name) => [name, "execute"] as const,
  ),
  ["timeoutMs", "timeout"],
  ["toModelOutput", "modelInput"],
]);

const approvalAdvice = "a rule with user_inspection asks a person";

/** Advice for options of other libraries that a tool does not have. */
const otherAdvice: ReadonlyMap<string, string> = new Map([
  ["type", "remove it, and convert definitions of OpenAI by fromOpenAiTools of @helve/opentool"],
  ["strict", "remove it: arguments always fit the schema, and toOpenAiTools writes strict schemas"],
  ["needsApproval", approvalAdvice],
  ["requireApproval", approvalAdvice],
  ["isEnabled", "leave the tool out of the executor's list"],
  ["annotations", "remove it: rules read what a call does"],
]);

/** An issue if the function of a definition is OpenAI's, whose parameters are a schema and not a list. */
export function openAiIssue(fn: unknown): readonly Issue[] {
  if (!isObject(fn) || Array.isArray(fn["parameters"]) || !isObject(fn["parameters"])) return [];
  const message = `"function" must be a Function of an OpenTool document, and this is OpenAI's: write tool({ name, description, parameters, execute }), or convert the definition by fromOpenAiTools of @helve/opentool`;
  return [{ code: "definition", message, path: "/function" }];
}
