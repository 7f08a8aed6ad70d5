import type { Issue } from "@helve/core";
import { didYouMean, jsonPointer, quote, sourceText } from "@helve/core/internal";
import type { Docstring, DocstringParameter, DocstringRange } from "@helve/docstring";

import { isAdmonition, type Reading } from "./docstring-schema.ts";
import type { SignatureParameter } from "./signature.ts";
import { typeSchema } from "./type-schema.ts";

/** An issue with a docstring, and where it is in its text. */
interface DocstringIssue {
  readonly issue: Issue;
  /** Absent for what the text does not say. */
  readonly at?: DocstringRange | undefined;
}

/** What a docstring says that no model will read, and what it leaves open, with the places in its text. */
export function docstringIssues(docstring: Docstring, text: string, reading: Reading): readonly Issue[] {
  const source = sourceText(text);
  const found = [
    ...parameterIssues(docstring.parameters, reading),
    ...signatureIssues(docstring.parameters, reading),
    ...returnIssues(docstring, reading),
    ...docstring.sections
      .filter(({ title }) => !isAdmonition(title))
      .map(({ title, text, range }) => ({ issue: unread(title, text), at: range })),
  ];
  return found.map(({ issue, at }) => (at === undefined ? issue : { ...issue, range: source.range(at.start, at.end) }));
}

function parameterIssues(parameters: readonly DocstringParameter[], reading: Reading): readonly DocstringIssue[] {
  const last = new Map(parameters.map((parameter, index) => [parameter.name, index]));
  const signature = new Map(reading.signature?.map((own) => [own.name, own]));
  return parameters.flatMap((parameter, index) => {
    const what = `the parameter "${parameter.name}" of the tool "${reading.name}"`;
    const issue = (code: string, message: string): DocstringIssue[] => [
      {
        issue: { code, message: `${what} ${message}`, path: pathOf(parameter) },
        at: parameter.range,
      },
    ];
    if (parameter.stars !== undefined) return issue("dropped", "is left out: a call names its arguments");
    if (last.get(parameter.name) !== index) return issue("dropped", "is described again below, which goes before this");
    const type = signature.get(parameter.name)?.type;
    if (type === undefined) return typeIssue(parameter.type, issue);
    const differs = parameter.type !== undefined && !isSame(parameter.type, type);
    return differs ? issue("type", `is ${quote(type)} in the signature, but ${quote(parameter.type ?? "")} here`) : [];
  });
}

function typeIssue(
  type: string | undefined,
  issue: (code: string, message: string) => DocstringIssue[],
): readonly DocstringIssue[] {
  if (type === undefined) return issue("type", "has no type: taken for a string");
  return typeSchema(type).isKnown
    ? []
    : issue("type", `has the type ${quote(type)}, which is not known: any value fits`);
}

function isSame(one: string, other: string): boolean {
  return JSON.stringify(typeSchema(one)) === JSON.stringify(typeSchema(other));
}

/** With more names than this to compare, nobody looks for a slip of the pen. */
const mostComparisons = 10_000;

function signatureIssues(
  parameters: readonly DocstringParameter[],
  { signature, name }: Reading,
): readonly DocstringIssue[] {
  if (signature === undefined) return [];
  const names = new Set(signature.map((own) => own.name));
  const candidates = names.size * parameters.length > mostComparisons ? [] : [...names];
  const unknown = parameters.filter((parameter) => parameter.stars === undefined && !names.has(parameter.name));
  return [
    ...unknown.map((parameter) => {
      const hint = didYouMean(parameter.name, candidates);
      const message = `the parameter "${parameter.name}" is described, but the tool "${name}" has none of this name${hint}`;
      return { issue: { code: "dropped", message, path: pathOf(parameter) }, at: parameter.range };
    }),
    ...ownTypeIssues(parameters, signature, name),
  ];
}

/** The types that the signature gives, and those that nothing gives. */
function ownTypeIssues(
  parameters: readonly DocstringParameter[],
  signature: readonly SignatureParameter[],
  tool: string,
): readonly DocstringIssue[] {
  const documented = new Set(parameters.map(({ name }) => name));
  return signature.flatMap((own) => {
    if (own.type === undefined && documented.has(own.name)) return [];
    return typeIssue(own.type, (code, message) => {
      return [
        { issue: { code, message: `the parameter "${own.name}" of the tool "${tool}" ${message}`, path: pathOf(own) } },
      ];
    });
  });
}

function pathOf({ name }: { readonly name: string }): string {
  return jsonPointer(["parameters", name]);
}

function returnIssues({ returns }: Docstring, reading: Reading): readonly DocstringIssue[] {
  const { name, explodeReturn, returnsNamedValue } = reading;
  const issue = (message: string): DocstringIssue[] => [
    { issue: { code: "returns", message: `the tool "${name}" ${message}`, path: "/returns" }, at: returns[0]?.range },
  ];
  if (explodeReturn === true && (returns[0]?.items ?? []).length === 0) {
    return issue("is to list the members of what it returns, but its docstring lists none under Returns");
  }
  if (explodeReturn !== true && returnsNamedValue === true && returns.length === 0) {
    return issue("is to name what it returns, but its docstring has no Returns");
  }
  return [];
}

function unread(title: string, text: string): Issue {
  return title === ""
    ? { code: "unreachable_text", message: `${quote(text)} stands between sections: the model does not read it` }
    : { code: "skipped_section", message: `the model does not read the section "${title}"` };
}
