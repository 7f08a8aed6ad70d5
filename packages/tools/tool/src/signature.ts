/** Compares the parameters in a function's source with their description: arguments are passed by position, followed by the context. */
import type { Issue } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import { type SourceParameter, sourceParameters } from "./source-parameters.ts";

/**
 * One parameter of a function's signature, for what the docstring does not contain. It takes precedence over the docstring.
 */
export interface SignatureParameter {
  readonly name: string;
  /** The type, written as in a docstring: `int`, `List[str]`, `string | null`. */
  readonly type?: string;
  readonly description?: string;
  /** Whether a call may omit it. */
  readonly optional?: boolean;
  /** The value if a call omits it; makes it optional. */
  readonly default?: unknown;
}

/** A function, and how its tool describes it. */
export interface DescribedSignature {
  /** The tool's name, for messages. */
  readonly name: string;
  readonly fn: (...args: never[]) => unknown;
  /** The names of the described parameters, in the order in which arguments are passed. */
  readonly order: readonly string[];
  /** Whether the docstring describes the context as the last parameter. */
  readonly describesContext?: boolean;
  /** The described defaults, by parameter. */
  readonly defaults?: ReadonlyMap<string, unknown>;
}

/** The contradictions between a function and its description, and differences that only look like one. */
export interface SignatureIssues {
  /** A function that would not receive the arguments that the model sends. */
  readonly errors: readonly Issue[];
  readonly warnings: readonly Issue[];
}

/**
 * Finds contradictions between a function's source and its description: an undescribed parameter, which would receive the
 * context; another order; a pattern or a rest parameter in place of single arguments; another default.
 *
 * Without a source (native and bound functions), only the number of required parameters is checked. In minified code, whose
 * names are short and never the described ones, one parameter after the described ones counts as the context.
 */
export function signatureIssues(signature: DescribedSignature): SignatureIssues {
  const { fn, order } = signature;
  const source = sourceParameters(fn);
  const twice = order.filter((name, index) => order.indexOf(name) !== index);
  const errors: Issue[] = twice.map((name) =>
    issue("duplicate", `the signature of ${toolText(signature)} has the parameter "${name}" twice`, "/signature"),
  );
  if (source === undefined) return { errors: [...errors, ...lengthIssues(signature)], warnings: [] };
  const positions = order.flatMap((name, index) =>
    source[index] === undefined ? [] : [{ name, index, parameter: source[index] }],
  );
  const misplaced = positions.flatMap((position) => positionIssues(position, signature));
  errors.push(...misplaced, ...undescribedIssues(source, signature));
  const warnings =
    errors.length > 0 || isMinified(source, order)
      ? []
      : positions.flatMap((position) => renamedIssues(position, signature));
  return { errors, warnings };
}

/** A described parameter and the parameter of the function that receives its argument. */
interface Position {
  readonly name: string;
  readonly index: number;
  readonly parameter: SourceParameter;
}

/** Names a tool for an error message. */
function toolText({ name }: DescribedSignature): string {
  return `the tool "${name}"`;
}

function issue(code: string, message: string, path: string): Issue {
  return { code, message, path };
}

/** An issue if a function without source requires more parameters than are described. */
function lengthIssues(signature: DescribedSignature): readonly Issue[] {
  const { fn, order } = signature;
  if (fn.length <= order.length + 1) return [];
  const described = `of which ${order.length} ${order.length === 1 ? "is" : "are"} described`;
  const message = `the function of ${toolText(signature)} requires ${fn.length} parameters, ${described} (and the context may follow): describe the others`;
  return [issue("parameters", message, "/parameters")];
}

/** An issue if a parameter of the function can't receive the argument at its position. */
function positionIssues({ name, index, parameter }: Position, signature: DescribedSignature): readonly Issue[] {
  const { order, defaults } = signature;
  const path = jsonPointer(["parameters", name]);
  const start = `argument ${index + 1} of ${toolText(signature)} is "${name}", but its function`;
  if (parameter.isRest) {
    if (!isSameName(parameter.name ?? "", name)) return [];
    const message = `${start} collects it with all that follow, the context included, in "${parameter.text}": write "${name}", and pass a list`;
    return [issue("rest", message, path)];
  }
  if (parameter.members?.some((member) => isSameName(member, name))) {
    const message = `${start} takes it from an object, ${quote(parameter.text)}: arguments are passed by position, so write (${order.join(", ")}) => …, or use tool() with a schema`;
    return [issue("destructured", message, path)];
  }
  const actual = parameter.name;
  if (actual === undefined) return [];
  const other = order.findIndex((described) => isSameName(described, actual));
  if (!isSameName(actual, name) && (other !== -1 || isContextName(actual))) {
    const fix =
      other === -1
        ? `add a parameter "${name}" before it, or remove "${name}" from the description`
        : `describe the parameters in the function's order, or pass the option signature`;
    return [issue("order", `${start} has "${actual}" there, and arguments are passed by position: ${fix}`, path)];
  }
  const value = literal(parameter.default);
  const described = defaults?.get(name);
  if (value === undefined || described === undefined || value.value === described) return [];
  const message = `the default of "${name}" of ${toolText(signature)} is ${JSON.stringify(described)} in its description, but ${JSON.stringify(value.value)} in its function: write the same in both`;
  return [issue("default", message, path)];
}

/** Issues of the function's parameters that no argument reaches, except for the one that receives the context. */
function undescribedIssues(source: readonly SourceParameter[], signature: DescribedSignature): readonly Issue[] {
  const { order, describesContext = false } = signature;
  return source.slice(order.length).flatMap((parameter, index) => {
    const { name, members, isRest } = parameter;
    const isContext =
      describesContext ||
      (name === undefined
        ? members?.some((member) => contextMembers.has(member))
        : isContextName(name) || name.startsWith("_")) ||
      (isRest && order.length === 0) ||
      (parameter.default === undefined && isMinified(source, order));
    if (index === 0 && isContext) return [];
    const text = name ?? parameter.text;
    const received =
      index === 0 ? 'the context: describe it, or, if it is the context, name it "context"' : "nothing: describe it";
    const message = `the parameter ${quote(text)} in the function of ${toolText(signature)} is not described, so it would receive ${received}`;
    return [issue("parameters", message, "/parameters")];
  });
}

/** The members of a context, also those that other packages add to its type, which a pattern in its place takes. */
const contextMembers: ReadonlySet<string> = new Set(["signal", "actionId", "progress", "store", "sandbox", "model"]);

function isContextName(name: string): boolean {
  return /^(?:tool)?(?:context|ctx)$/.test(normalizedName(name));
}

/** Whether a function looks minified: the names of its described parameters are short, and none is the described one. */
function isMinified(source: readonly SourceParameter[], order: readonly string[]): boolean {
  const names = source.slice(0, order.length).flatMap(({ name }) => name ?? []);
  return (
    names.length > 0 &&
    names.every((name) => name.length < 3 && !order.some((described) => isSameName(described, name)))
  );
}

/** A warning for a parameter that has another name in the function than in the description. */
function renamedIssues({ name, parameter }: Position, signature: DescribedSignature): readonly Issue[] {
  const actual = parameter.isRest ? undefined : parameter.name;
  if (actual === undefined || isSameName(actual, name)) return [];
  const message = `the parameter "${name}" of ${toolText(signature)} is named "${actual}" in its function; arguments are passed by position`;
  return [issue("name", message, jsonPointer(["parameters", name]))];
}

/** The value of a default that is a literal. */
function literal(source: string | undefined): { readonly value: unknown } | undefined {
  if (source === undefined) return undefined;
  const text = /^'[^'"\\]*'$/.test(source) ? `"${source.slice(1, -1)}"` : source;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? undefined : { value };
  } catch {
    return undefined;
  }
}

function isSameName(one: string, other: string): boolean {
  return normalizedName(one) === normalizedName(other);
}

/** A name in a form that is equal for `clear_history`, `clearHistory` and `_clearHistory`. */
function normalizedName(name: string): string {
  return name.replace(/[_$]/g, "").toLowerCase();
}
