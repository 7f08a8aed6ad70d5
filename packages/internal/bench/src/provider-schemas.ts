// Converts the schemas of the JSON-Schema-Test-Suite for each provider, and compares what the schemas admit.

import { decodeValue } from "@helve/arguments";
import type { Issue, JsonSchema } from "@helve/core";
import {
  compileSchema,
  type ToolSource,
  toAnthropicTools,
  toGeminiTools,
  toMcpTools,
  toOpenAiTools,
} from "@helve/opentool";
import { type Draft, readTests, type SuiteGroup } from "./schema-suite/read-tests.ts";

/**
 * Counts how the schema that a provider is shown differs from the tool's: each schema of the suite becomes the required
 * parameter `v` of a tool, and each of its values an argument.
 *
 * @returns a Markdown table; with `explain`, also every difference that no loss names
 */
export async function providerSchemas(folder: string, { explain }: { readonly explain: boolean }): Promise<string> {
  const lines = [
    "| provider | draft | tools | of them strict | admitted, decode | admitted, refused: with a loss | without | accepted, admitted | accepted, not admitted: with a loss | without |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
  ];
  const unnamed: string[] = [];
  for (const draft of ["2020-12", "draft-07"] as const) {
    const groups = (await readTests(folder, draft)).groups.filter(isSelfContained);
    for (const [name, show] of Object.entries(providers)) {
      const { tools, strict, admitted, accepted } = compare(groups, draft, show, `${name}, ${draft}`, unnamed);
      const cells = [name, draft, tools, strict, ...counts(admitted), ...counts(accepted)];
      lines.push(`| ${cells.join(" | ")} |`);
    }
  }
  return `${[...lines, ...(explain ? unnamed : [])].join("\n")}\n`;
}

/** What a provider is shown of a tool. */
interface Shown {
  readonly schema: JsonSchema | undefined;
  readonly losses: readonly Issue[];
  readonly isStrict?: boolean;
}

const providers: Readonly<Record<string, (tools: readonly ToolSource[]) => Shown>> = {
  OpenAI: (source) => {
    const { tools, losses } = toOpenAiTools(source);
    return { schema: tools[0]?.function.parameters, losses };
  },
  "OpenAI, strict": (source) => {
    const { tools, losses } = toOpenAiTools(source, { api: "responses", strict: true });
    return { schema: tools[0]?.parameters, losses, isStrict: tools[0]?.strict === true };
  },
  Anthropic: (source) => {
    const { tools, losses } = toAnthropicTools(source);
    return { schema: tools[0]?.input_schema, losses };
  },
  Gemini: (source) => {
    const { tools, losses } = toGeminiTools(source);
    return { schema: tools[0]?.parametersJsonSchema, losses };
  },
  MCP: (source) => {
    const { tools, losses } = toMcpTools(source);
    return { schema: tools[0]?.inputSchema, losses };
  },
};

/** Whether a schema needs no other document, and refers to no name within it: as a parameter, its base would change. */
function isSelfContained({ schema }: SuiteGroup): boolean {
  return !/"\$(?:id|anchor|dynamicAnchor|dynamicRef)"|"\$ref":"(?!#)/.test(JSON.stringify(schema));
}

interface Counts {
  same: number;
  withLoss: number;
  withoutLoss: number;
}

function counts({ same, withLoss, withoutLoss }: Counts): readonly number[] {
  return [same, withLoss, withoutLoss];
}

function compare(
  groups: readonly SuiteGroup[],
  draft: Draft,
  show: (tools: readonly ToolSource[]) => Shown,
  title: string,
  unnamed: string[],
): { readonly tools: number; readonly strict: number; readonly admitted: Counts; readonly accepted: Counts } {
  const admitted = { same: 0, withLoss: 0, withoutLoss: 0 };
  const accepted = { same: 0, withLoss: 0, withoutLoss: 0 };
  let [tools, strict] = [0, 0];
  for (const { keyword, description, schema, tests } of groups) {
    const parameters = parametersOf(schema, draft);
    const accepts = validatorOf(parameters);
    if (accepts === undefined) continue;
    const { schema: shown = {}, losses, isStrict } = show([{ name: "t", description: "T.", parameters }]);
    const admits = validatorOf(shown);
    tools++;
    if (isStrict === true) strict++;
    for (const test of tests) {
      const value = { v: test.data };
      const isAdmitted = admits?.(value) === true;
      const add = (result: Counts, isSame: boolean): void => {
        if (isSame) result.same++;
        else if (losses.length > 0) result.withLoss++;
        else result.withoutLoss++;
        if (!isSame && losses.length === 0) unnamed.push(`${title}: ${keyword}: ${description}: ${test.description}`);
      };
      // The suite has defaults that do not fit their own schema: filling them in makes a valid value invalid.
      if (isAdmitted) add(admitted, accepts(value) || decodeValue(value, parameters).ok);
      // Strict mode has null where an optional property is absent: these values have another form.
      if (isStrict !== true && accepts(value)) add(accepted, isAdmitted);
    }
  }
  return { tools, strict, admitted, accepted };
}

/** The schema of a tool's arguments with one parameter that has a schema of the suite. */
function parametersOf(schema: JsonSchema | boolean, draft: Draft): JsonSchema {
  return {
    ...(draft === "draft-07" && { $schema: "http://json-schema.org/draft-07/schema#" }),
    type: "object",
    properties: { v: typeof schema === "boolean" ? schema : (moved(schema) as JsonSchema) },
    required: ["v"],
    additionalProperties: false,
  };
}

/** A value of a schema with its references moved from the root to the parameter, without `$schema`. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key, member]) => key !== "$schema" || typeof member !== "string");
  return Object.fromEntries(
    entries.map(([key, member]) => [
      key,
      key === "$ref" && typeof member === "string" ? `#/properties/v${member.slice(1)}` : moved(member),
    ]),
  );
}

/** Whether a value fits a schema; `undefined` if the schema can't be compiled. */
function validatorOf(schema: JsonSchema): ((value: unknown) => boolean) | undefined {
  try {
    const validate = compileSchema(schema, { assertFormats: true });
    return (value) => validate(value).length === 0;
  } catch {
    return undefined;
  }
}
