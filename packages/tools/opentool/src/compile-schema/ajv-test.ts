// Compiles a rewritten schema with ajv, and verifies that the installed ajv evaluates it as expected.

import type { JsonSchema } from "@helve/core";
import { type SchemaPattern, schemaPattern } from "@helve/core/internal";
import { _, type KeywordCxt, type KeywordDefinition } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { formatTests } from "../keyword-tests.ts";
import { type BranchSelector, selectorsKeyword, testsKeyword } from "./ajv-schema.ts";

const ajvOptions = {
  formats: formatTests,
  logger: false,
  messages: false,
  meta: false,
  strict: false,
  // As in JSON, there is no infinite number.
  strictNumbers: true,
  unevaluated: false,
  validateSchema: false,
  // JSON Schema wants Unicode patterns; many in use are not.
  code: { regExp },
} as const;

/** Compiles a schema from `ajvSchema` to a function that tests a value. */
export function compileTest(schema: JsonSchema): (value: unknown) => boolean {
  const ajv = new Ajv2020({ ...ajvOptions, ownProperties: mentionsInheritedName(JSON.stringify(schema)) });
  Object.setPrototypeOf(ajv.formats, null);
  ajv.addKeyword({ keyword: testsKeyword, code: testAll });
  for (const keyword of ["anyOf", "oneOf"] as const) selectBranchesByTag(keyword, ajv);
  return ajv.compile<unknown>(schema);
}

/**
 * Whether a schema's text mentions a property that every object inherits. Only then must ajv check that a
 * property is the value's own, which costs several times the rest.
 */
function mentionsInheritedName(text: string): boolean {
  return Object.getOwnPropertyNames(Object.prototype).some((name) => text.includes(JSON.stringify(name)));
}

/** Generates code that calls the functions of {@link testsKeyword}. */
function testAll(cxt: KeywordCxt): void {
  const { gen, data, schema } = cxt;
  for (const test of schema as readonly ((value: unknown) => boolean)[])
    cxt.fail(_`!${gen.scopeValue("func", { ref: test })}(${data})`);
}

/**
 * Makes ajv evaluate only the union branches that a value's tag allows. By default ajv evaluates all branches, which
 * takes exponential time if several branches refer back to the union.
 */
function selectBranchesByTag(keyword: "anyOf" | "oneOf", ajv: Ajv2020): void {
  const definition = ajv.getKeyword(keyword);
  if (typeof definition !== "object" || !("code" in definition)) throw new Error(`ajv has no code for ${keyword}`);
  const { code } = definition;
  const replacement: KeywordDefinition = {
    ...definition,
    code: (cxt, type) => code(withBranchSelection(keyword, cxt), type),
  };
  ajv.removeKeyword(keyword);
  ajv.addKeyword(replacement);
}

/** Wraps the code generation of one union: a branch that the value's tag excludes is not evaluated. */
function withBranchSelection(keyword: "anyOf" | "oneOf", cxt: KeywordCxt): KeywordCxt {
  const { gen, data, parentSchema } = cxt;
  const selectors: readonly (BranchSelector | undefined)[] = parentSchema[selectorsKeyword] ?? [];
  const selector = selectors[keyword === "anyOf" ? 0 : 1];
  if (selector === undefined) return cxt;
  const mayMatch = gen.const("mayMatch", _`${gen.scopeValue("func", { ref: selector })}(${data})`);
  const subschema: KeywordCxt["subschema"] = (part, valid) => {
    gen.if(_`${mayMatch}[${Number(part.schemaProp)}]`);
    const compiled = cxt.subschema(part, valid);
    gen.else();
    gen.assign(valid, false);
    gen.endIf();
    return compiled;
  };
  return Object.create(cxt, { subschema: { value: subschema } });
}

function regExp(pattern: string): SchemaPattern {
  return schemaPattern(pattern);
}
regExp.code = "new RegExp";
