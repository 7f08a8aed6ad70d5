import { type Issue, jsonPointer, nearest, quoted, sourceOf } from "@helve/core";
import type { Docstring, DocstringParameter, DocstringRange } from "@helve/docstring";
import type { Reading } from "./docstring-schema.ts";
import { typeSchema } from "./type-schema.ts";

/** An issue with a docstring, and where it is in its text. */
interface DocstringIssue {
  readonly issue: Issue;
  readonly at: DocstringRange | undefined;
}

/** What a docstring says that no model will read, and what it leaves open, with the places in its text. */
export function docstringIssues(docstring: Docstring, text: string, reading: Reading): readonly Issue[] {
  const source = sourceOf(text);
  const found = [
    ...parameterIssues(docstring.parameters, reading),
    ...signatureIssues(docstring.parameters, reading),
    ...returnIssues(docstring, reading),
    ...docstring.sections.map(({ title, text, range }) => ({ issue: unread(title, text), at: range })),
    ...docstring.notes.map(({ text, range }) => ({ issue: unread("Note", text), at: range })),
    ...docstring.examples.map(({ text, range }) => ({ issue: unread("Example", text), at: range })),
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
        issue: { code, message: `${what} ${message}`, path: jsonPointer(["parameters", parameter.name]) },
        at: parameter.range,
      },
    ];
    if (parameter.stars !== undefined) return issue("dropped", "is left out: a call names its arguments");
    if (last.get(parameter.name) !== index) return issue("dropped", "is described again below, which goes before this");
    const type = signature.get(parameter.name)?.type;
    if (type === undefined) return typeIssue(parameter.type, issue);
    const differs = parameter.type !== undefined && !isSame(parameter.type, type);
    return differs
      ? issue("type", `is ${quoted(type)} in the signature, but ${quoted(parameter.type ?? "")} here`)
      : [];
  });
}

function typeIssue(
  type: string | undefined,
  issue: (code: string, message: string) => DocstringIssue[],
): readonly DocstringIssue[] {
  if (type === undefined) return issue("type", "has no type: taken for a string");
  return typeSchema(type).isKnown
    ? []
    : issue("type", `has the type ${quoted(type)}, which is not known: any value fits`);
}

function isSame(one: string, other: string): boolean {
  return JSON.stringify(typeSchema(one)) === JSON.stringify(typeSchema(other));
}

function signatureIssues(
  parameters: readonly DocstringParameter[],
  { signature, name }: Reading,
): readonly DocstringIssue[] {
  if (signature === undefined) return [];
  const names = signature.map((own) => own.name);
  return parameters
    .filter((parameter) => parameter.stars === undefined && !names.includes(parameter.name))
    .map((parameter) => {
      const near = nearest(parameter.name, names);
      const message = `the parameter "${parameter.name}" is described, but the tool "${name}" has none of this name${near === undefined ? "" : ` (did you mean "${near}"?)`}`;
      return {
        issue: { code: "dropped", message, path: jsonPointer(["parameters", parameter.name]) },
        at: parameter.range,
      };
    });
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
    ? { code: "unreachable_text", message: `${quoted(text)} stands between sections: the model does not read it` }
    : { code: "skipped_section", message: `the model does not read the section "${title}"` };
}
