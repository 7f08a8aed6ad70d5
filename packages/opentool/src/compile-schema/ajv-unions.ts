import type { JsonSchema } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import { _, type Ajv, type ErrorObject, type KeywordCxt, Name, str } from "ajv";
import { byTag, tagFault, tagOf } from "../union-tag.ts";
import { mend } from "./ajv-corrections.ts";

/**
 * Lets ajv look only into the branches of a union that a value's tag does not rule out; by itself it looks into all, which
 * takes forever where several lead back to the union.
 *
 * @param root - where references start
 */
export function mendUnions(ajv: Pick<Ajv, "RULES">, root: JsonSchema): void {
  for (const keyword of ["anyOf", "oneOf"]) mend(ajv, keyword, (cxt, code) => code(withTag(cxt, root)));
}

function withTag(cxt: KeywordCxt, root: JsonSchema): KeywordCxt {
  const { gen, data, it, schema } = cxt;
  const branches: readonly (JsonSchema | boolean)[] = schema;
  const tag = tagOf(branches, root);
  if (tag === undefined) return cxt;
  const places = byTag(tag, branches.length, (some) => branches.map((_branch, place) => some.includes(place)));
  const mayFit = gen.const("mayFit", _`${gen.scopeValue("func", { ref: places })}(${data})`);
  const faultAt = (place: number): Name => {
    const ref = (value: unknown, path: string): ErrorObject => {
      const { error, at } = tagFault(tag, branches[place], root, value);
      return { ...error, instancePath: path + jsonPointer(at), schemaPath: "" };
    };
    return gen.scopeValue("func", { ref });
  };
  const subschema: KeywordCxt["subschema"] = (part, valid) => {
    const place = Number(part.schemaProp);
    gen.if(_`${mayFit}[${place}]`);
    const compiled = cxt.subschema(part, valid);
    gen.else();
    gen.assign(valid, false);
    if (it.allErrors === true && it.createErrors !== false) {
      const error = gen.const("error", _`${faultAt(place)}(${data}, ${str`${instancePath}${it.errorPath}`})`);
      gen.code(_`${vErrors} === null ? ${vErrors} = [${error}] : ${vErrors}.push(${error}); ${errors}++`);
    }
    gen.endIf();
    return compiled;
  };
  return Object.create(cxt, { subschema: { value: subschema } });
}

/** The variables of ajv's code that errors are kept in. */
const [vErrors, errors, instancePath] = [new Name("vErrors"), new Name("errors"), new Name("instancePath")];
