// Makes ajv evaluate only the branches of a union (`anyOf`, `oneOf`) that a value's tag allows.

import type { JsonSchema } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import { _, type Ajv, type ErrorObject, type KeywordCxt, Name, str } from "ajv";
import { createTagSelector, findUnionTag, tagMismatch } from "../union-tag.ts";
import { replaceKeywordCode } from "./ajv-corrections.ts";

/**
 * Makes ajv evaluate only the union branches that a value's tag allows. By default ajv evaluates all branches, which
 * takes exponential time if several branches refer back to the union.
 *
 * @param root - the schema that references are resolved in
 */
export function selectUnionBranchesByTag(ajv: Pick<Ajv, "RULES">, root: JsonSchema): void {
  for (const keyword of ["anyOf", "oneOf"])
    replaceKeywordCode(ajv, keyword, (cxt, code) => code(withBranchSelection(cxt, root)));
}

/** Wraps the code generation of one union: a branch that the value's tag excludes is not evaluated, only reported. */
function withBranchSelection(cxt: KeywordCxt, root: JsonSchema): KeywordCxt {
  const { gen, data, it, schema } = cxt;
  const branches: readonly (JsonSchema | boolean)[] = schema;
  const tag = findUnionTag(branches, root);
  if (tag === undefined) return cxt;
  const branchTests = createTagSelector(tag, branches.length, (indexes) =>
    branches.map((_branch, index) => indexes.includes(index)),
  );
  const mayMatch = gen.const("mayMatch", _`${gen.scopeValue("func", { ref: branchTests })}(${data})`);
  const branchError = (index: number): Name => {
    const ref = (value: unknown, path: string): ErrorObject => {
      const { error, at } = tagMismatch(tag, branches[index], root, value);
      return { ...error, instancePath: path + jsonPointer(at), schemaPath: "" };
    };
    return gen.scopeValue("func", { ref });
  };
  const subschema: KeywordCxt["subschema"] = (part, valid) => {
    const index = Number(part.schemaProp);
    gen.if(_`${mayMatch}[${index}]`);
    const compiled = cxt.subschema(part, valid);
    gen.else();
    gen.assign(valid, false);
    if (it.allErrors === true && it.createErrors !== false) {
      const error = gen.const("error", _`${branchError(index)}(${data}, ${str`${instancePath}${it.errorPath}`})`);
      gen.code(_`${vErrors} === null ? ${vErrors} = [${error}] : ${vErrors}.push(${error}); ${errors}++`);
    }
    gen.endIf();
    return compiled;
  };
  return Object.create(cxt, { subschema: { value: subschema } });
}

/** The variables in ajv's generated code that hold the errors. */
const [vErrors, errors, instancePath] = [new Name("vErrors"), new Name("errors"), new Name("instancePath")];
