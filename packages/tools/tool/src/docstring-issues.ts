/** Finds problems of a docstring: text that the model will not read, unknown types, parameters that don't match. */
import type { Issue } from "@helve/core";
import { didYouMean, jsonPointer, quote, sourceText } from "@helve/core/internal";
import type { Docstring, DocstringParameter, DocstringRange, DocstringStyle } from "@helve/docstring";
import { defaultFromText, withProperties } from "./docstring-values.ts";
import { knownTypeNames } from "./named-type-schema.ts";
import type { SignatureParameter } from "./signature.ts";
import type { DocstringContext } from "./tool-api-options.ts";
import { typeSchema } from "./type-schema.ts";

/** An issue of a docstring, with its range in the docstring's text. */
interface DocstringIssue {
  readonly issue: Issue;
  /** Absent if the issue is about something that the text does not contain. */
  readonly range?: DocstringRange | undefined;
}

/** The issues of a docstring: text that the model will not read, unknown or missing types, parameters that don't match. */
export function docstringIssues(docstring: Docstring, text: string, reading: DocstringContext): readonly Issue[] {
  const source = sourceText(text);
  const found = [
    ...parameterIssues(docstring, reading),
    ...docstring.parameters.flatMap((parameter) => valueIssues(parameter, parameter.name, docstring, reading)),
    ...signatureIssues(docstring, reading),
    ...returnIssues(docstring, reading),
    ...docstring.sections
      .filter(({ title }) => !isAdmonition(title))
      .map(({ title, text, range }) => ({ issue: unreadTextIssue(title, text), range })),
  ];
  return found.map(({ issue, range: at }) =>
    at === undefined ? issue : { ...issue, range: source.range(at.start, at.end) },
  );
}

/** Issues of the documented parameters: `*args`, a parameter listed twice, a missing or unknown type. */
function parameterIssues({ parameters, style }: Docstring, reading: DocstringContext): readonly DocstringIssue[] {
  const last = new Map(parameters.map((parameter, index) => [parameter.name, index]));
  const signature = new Map(reading.signature?.map((own) => [own.name, own]));
  return parameters.flatMap((parameter, index) => {
    const what = `the parameter "${parameter.name}" of the tool "${reading.name}"`;
    const issue = issueMaker(what, parameterPath(parameter), parameter.range);
    if (parameter.stars !== undefined) return issue("dropped", "is left out: a call passes its arguments by name");
    if (last.get(parameter.name) !== index)
      return issue("dropped", "is described again below, and that description is used");
    const type = signature.get(parameter.name)?.type;
    if (type === undefined) return typeIssue(parameter.type, lineAdvice(parameter, style), issue);
    const differs = parameter.type !== undefined && !isSameType(parameter.type, type);
    return differs ? issue("type", `is ${quote(type)} in the signature, but ${quote(parameter.type ?? "")} here`) : [];
  });
}

/**
 * Issues of a parameter's default and properties that its schema can't have, and of the types of these properties.
 *
 * @param name - with the names of the objects that contain it
 */
function valueIssues(
  parameter: DocstringParameter,
  name: string,
  docstring: Docstring,
  reading: DocstringContext,
): readonly DocstringIssue[] {
  const { default: value, properties = [], range } = parameter;
  const own = reading.signature?.find((one) => one.name === name);
  const { schema } = typeSchema(own?.type ?? parameter.type ?? "any");
  const path = jsonPointer(["parameters", ...name.split(".")]);
  const issue = issueMaker(`the parameter "${name}" of the tool "${reading.name}"`, path, range);
  const isLost =
    value !== undefined &&
    (own === undefined || !Object.hasOwn(own, "default")) &&
    !/^(?:none|null|undefined)$/i.test(value) &&
    defaultFromText(value, schema, docstring.style === "jsdoc") === undefined;
  const holdsProperties = properties.length === 0 || withProperties(schema, properties) !== undefined;
  return [
    ...(isLost
      ? issue("default", `has the default ${quote(value)}, which is not a value of its type: it is left out`)
      : []),
    ...(holdsProperties ? [] : issue("dropped", "has properties, but its type is not an object: they are left out")),
    ...(holdsProperties ? properties : []).flatMap((property) => {
      const full = `${name}.${property.name}`;
      const what = `the parameter "${full}" of the tool "${reading.name}"`;
      return [
        ...typeIssue(
          property.type,
          lineAdvice({ ...property, name: full }, docstring.style),
          issueMaker(what, `${path}/${property.name}`, property.range),
        ),
        ...valueIssues(property, full, docstring, reading),
      ];
    }),
  ];
}

/** Whether an issue is about a parameter whose type is missing or unknown, so that its schema accepts any value. */
export function isUntyped({ code }: Issue): boolean {
  return code === "missing_type" || code === "unknown_type";
}

/** An issue for a missing type or an unknown one. @param advice - where to write a type */
function typeIssue(type: string | undefined, advice: string, issue: MakeIssue): readonly DocstringIssue[] {
  if (!type) return issue("missing_type", `has no type: ${advice} its type, or pass a schema as "parameters"`);
  if (typeSchema(type).isKnown) return [];
  const unknown = `has the type ${quote(type)}, which is unknown${didYouMean(type, knownTypeNames)}`;
  return issue(
    "unknown_type",
    `${unknown}: ${advice} a type such as ${typeExamples}, or pass a schema as "parameters"`,
  );
}

const typeExamples = "str, int, float, bool or list[str]";

/** The advice to write the line that describes a parameter with a type, in the style of its docstring. */
function lineAdvice(parameter: Pick<DocstringParameter, "name" | "description">, style: DocstringStyle): string {
  return `write ${quote(typedLine(parameter, style))} with`;
}

function typedLine(
  { name, description }: Pick<DocstringParameter, "name" | "description">,
  style: DocstringStyle,
): string {
  const [text = ""] = description.split("\n");
  switch (style) {
    case "numpy":
      return `${name} : TYPE`;
    case "rest":
      return `:param TYPE ${name}: ${text}`;
    case "epydoc":
      return `@type ${name}: TYPE`;
    case "jsdoc":
      return `@param {TYPE} ${name} ${text}`;
    default:
      return `${name} (TYPE): ${text}`;
  }
}

/** Whether two type texts have the same JSON Schema. */
function isSameType(one: string, other: string): boolean {
  return JSON.stringify(typeSchema(one)) === JSON.stringify(typeSchema(other));
}

/** Above this number of comparisons, no similar names are suggested. */
const maxComparisons = 10_000;

/** Issues of documented parameters that the signature does not have, and of types in the signature. */
function signatureIssues(
  { parameters, style }: Docstring,
  { signature, name }: DocstringContext,
): readonly DocstringIssue[] {
  if (signature === undefined) return [];
  const names = new Set(signature.map((own) => own.name));
  const candidates = names.size * parameters.length > maxComparisons ? [] : [...names];
  const unknown = parameters.filter((parameter) => parameter.stars === undefined && !names.has(parameter.name));
  return [
    ...unknown.map((parameter) => {
      const hint = didYouMean(parameter.name, candidates);
      const message = `the parameter "${parameter.name}" is described, but the tool "${name}" has no such parameter${hint}`;
      return { issue: { code: "dropped", message, path: parameterPath(parameter) }, range: parameter.range };
    }),
    ...signatureTypeIssues({ parameters, style }, signature, name),
  ];
}

/** Issues of the types in the signature, and of parameters without any type. */
function signatureTypeIssues(
  { parameters, style }: Pick<Docstring, "parameters" | "style">,
  signature: readonly SignatureParameter[],
  tool: string,
): readonly DocstringIssue[] {
  const documented = new Set(parameters.map(({ name }) => name));
  return signature.flatMap((own) => {
    if (own.type === undefined && documented.has(own.name)) return [];
    const what = `the parameter "${own.name}" of the tool "${tool}"`;
    const advice = own.type === undefined ? lineAdvice({ description: "", ...own }, style) : 'give it in "signature"';
    return typeIssue(own.type, advice, issueMaker(what, parameterPath(own)));
  });
}

/** Creates an issue from its code and the end of its message; see {@link issueMaker}. */
type MakeIssue = (code: string, problem: string) => readonly DocstringIssue[];

/** A function that creates issues about one thing. @param what - the start of their messages */
function issueMaker(what: string, path: string, range?: DocstringRange): MakeIssue {
  return (code, problem) => [{ issue: { code, message: `${what} ${problem}`, path }, range }];
}

function parameterPath({ name }: { readonly name: string }): string {
  return jsonPointer(["parameters", name]);
}

/** Issues of an unknown type of the result, and of the options `explodeReturn` and `returnsNamedValue` if the docstring has no such returns. */
function returnIssues({ returns }: Docstring, reading: DocstringContext): readonly DocstringIssue[] {
  const { name, explodeReturn, returnsNamedValue } = reading;
  const issue = issueMaker(`the tool "${name}"`, "/returns", returns[0]?.range);
  if (explodeReturn === true && (returns[0]?.items ?? []).length === 0) {
    return issue("returns", "has explodeReturn, but its docstring lists no members under Returns");
  }
  if (explodeReturn !== true && returnsNamedValue === true && returns.length === 0) {
    return issue("returns", "has returnsNamedValue, but its docstring has no Returns");
  }
  const type = returns.length === 1 && returnsNamedValue !== true ? returns[0]?.type : undefined;
  if (type !== undefined && !typeSchema(type).isKnown) {
    return issue("returns", `returns the type ${quote(type)}, which is unknown: any value is accepted`);
  }
  return [];
}

/** An issue for text that does not become part of the tool's description. */
function unreadTextIssue(title: string, text: string): Issue {
  return title === ""
    ? { code: "unreachable_text", message: `${quote(text)} is between sections: the model does not read it` }
    : { code: "skipped_section", message: `the model does not read the section "${title}"` };
}

/** Whether a section addresses the user of the tool, such as `Warning` or `Tip`, by its title. */
export function isAdmonition(title: string): boolean {
  return /^(?:warnings?|tips?|hints?|important|caution|attention|danger|info|remarks?)$/i.test(title.trim());
}
