import { errorJson, type Issue, type ReadResult } from "@helve/core";
import type { Program, ProgramNode, Rule } from "@helve/core/program";
import { nameIssues } from "./program-json/check-names.ts";
import { testIssues } from "./program-json/check-tests.ts";
import { type NodeReader, newNodeReader, readNode } from "./program-json/read-node.ts";
import { ProgramError } from "./syntax/program-error.ts";

/**
 * Parses an AgentSpec program given as JSON, for example a stored syntax tree or the output of a model.
 *
 * The value has to match `programSchema()`. A node without a `range` gets the empty range at offset 0. The limits are those
 * of a text: 10,000 rules, 100 levels, unique rule names, no keyword as a name.
 *
 * @throws ProgramError with every issue, each with a JSON pointer in its `path`; beyond 100 issues, the first 100
 *
 * @example
 * const program = parseProgramJson(JSON.parse(JSON.stringify(parseProgram(text))));
 */
export function parseProgramJson(value: unknown): Program {
  return valueOrThrow(readProgramJson(value));
}

/** Parses an AgentSpec program given as JSON like `parseProgramJson`, but never throws. */
export function readProgramJson(value: unknown): ReadResult<Program> {
  return readRoot(value, "program", programIssues);
}

function programIssues({ rules, bindings, tests = [] }: Program): readonly Issue[] {
  return [...nameIssues(rules, ["rules"], bindings), ...testIssues(rules, tests)];
}

/**
 * Parses one rule given as JSON. The value has to match `ruleSchema()`.
 *
 * @throws ProgramError with every issue, each with a JSON pointer in its `path`; beyond 100 issues, the first 100
 *
 * @example
 * const rule = parseRuleJson(JSON.parse(answer));
 */
export function parseRuleJson(value: unknown): Rule {
  return valueOrThrow(readRuleJson(value));
}

/** Parses one rule given as JSON like `parseRuleJson`, but never throws. */
export function readRuleJson(value: unknown): ReadResult<Rule> {
  return readRoot(value, "rule", (rule) => nameIssues([rule], []));
}

function valueOrThrow<Value>({ value, issues }: ReadResult<Value>): Value {
  if (value === undefined) throw new ProgramError(issues);
  return value;
}

/** The types that `readRoot` can read. */
interface Roots {
  readonly program: Program;
  readonly rule: Rule;
}

/** Reads a value as a node of a type; a getter or a proxy that throws is an issue. */
function readNodeOrFail(value: unknown, type: keyof Roots, reader: NodeReader): ProgramNode | undefined {
  try {
    return readNode(value, { kind: "node", types: [type] }, [], reader);
  } catch (error) {
    const message = `the ${type} can't be read as JSON: ${errorJson(error).message}`;
    reader.issues.push({ code: "not_json", message, path: "" });
    return undefined;
  }
}

/** Reads a value as a node of a type, then checks the names in it. */
function readRoot<Type extends keyof Roots>(
  value: unknown,
  type: Type,
  checkNames: (root: Roots[Type]) => readonly Issue[],
): ReadResult<Roots[Type]> {
  const reader = newNodeReader();
  const node = readNodeOrFail(value, type, reader);
  if (node === undefined || node.type !== type || reader.issues.length > 0) {
    return { value: undefined, issues: reader.issues };
  }
  // `readNode` has compared every field with the schema of the node's type.
  const root = node as Program & Rule & Roots[Type];
  const issues = checkNames(root);
  return { value: issues.length === 0 ? root : undefined, issues };
}
