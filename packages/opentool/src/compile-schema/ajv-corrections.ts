// Corrects the keywords that ajv implements wrongly.

import { _, type Ajv, type AnySchema, type CodeKeywordDefinition, type KeywordCxt, Name } from "ajv";
import { alwaysValidSchema, evaluatedPropsToName, Type } from "ajv/dist/compile/util.js";
import { findDuplicateItems, isMultipleOf, membershipTest } from "../keyword-tests.ts";

/**
 * Corrects the keywords that ajv implements wrongly, in one ajv instance: where `compileSchema` and `interpretSchema`
 * would differ, the specification that counts.
 */
export function correctKeywords<Instance extends Pick<Ajv, "RULES">>(ajv: Instance): Instance {
  // Ajv treats an object with a member `constructor`, `toString` or `valueOf` as different from every other object.
  for (const keyword of ["const", "enum"]) {
    replaceKeywordCode(ajv, keyword, (cxt, code) => {
      const choices: readonly unknown[] = keyword === "const" ? [cxt.schema] : cxt.schema;
      const isPlain = choices.every((choice) => typeof choice !== "object" || choice === null);
      // Ajv doesn't compile an empty list of choices, for which no value is valid.
      if (!isPlain || choices.length === 0) passIf(membershipTest(choices), cxt);
      else code(cxt);
    });
  }
  // Ajv has the same defect here, and compares each item with every other, which is slow for long lists.
  replaceKeywordCode(ajv, "uniqueItems", uniqueItems);
  replaceKeywordCode(ajv, "contains", contains);
  // Ajv divides binary fractions.
  replaceKeywordCode(ajv, "multipleOf", (cxt) => passIf((value) => isMultipleOf(Number(value), cxt.schema), cxt));
  // When ajv stops at the first error, it skips the remaining items checks for an empty list.
  for (const keyword of ["items", "prefixItems"]) {
    replaceKeywordCode(ajv, keyword, (cxt, code) => {
      const ok: KeywordCxt["ok"] = (valid) => cxt.ok(typeof valid === "boolean" ? valid : _`${valid} !== false`);
      code(Object.create(cxt, { ok: { value: ok } }));
    });
  }
  correctEvaluated(ajv);
  return ajv;
}

/** Generates code in which a keyword is valid exactly if the function returns true for the value. */
function passIf(test: (value: unknown) => boolean, cxt: KeywordCxt): void {
  cxt.pass(_`${cxt.gen.scopeValue("func", { ref: test })}(${cxt.data})`);
}

/** Generates the code of `uniqueItems`, which finds duplicates in linear time. */
function uniqueItems(cxt: KeywordCxt): void {
  const { gen, data, schema } = cxt;
  if (schema !== true) return;
  const duplicate = gen.const("duplicate", _`${gen.scopeValue("func", { ref: findDuplicateItems })}(${data})`);
  cxt.setParams({ i: _`${duplicate}.i`, j: _`${duplicate}.j` });
  cxt.pass(_`${duplicate} === undefined`);
}

/**
 * Generates the code of `contains`, and corrects ajv's result for an empty list and for `minContains` above
 * `maxContains`.
 */
function contains(cxt: KeywordCxt, code: CodeKeywordDefinition["code"]): void {
  const { gen, data, it, parentSchema } = cxt;
  const { minContains = 1, maxContains } = it.opts.next === true ? parentSchema : {};
  cxt.setParams({ min: minContains, max: maxContains });
  if (maxContains !== undefined && minContains > maxContains) {
    // When ajv stops at the first error, it doesn't record this one as an error.
    cxt.fail(_`true`);
  } else if (maxContains !== undefined || minContains !== 1) {
    code(cxt);
  } else {
    // Ajv lets an empty list inherit the `contains` result of the list before it.
    it.items = true;
    const valid = gen.let("valid", false);
    const isItemValid = gen.name("_valid");
    gen.forRange("i", 0, _`${data}.length`, (index) => {
      cxt.subschema({ keyword: "contains", dataProp: index, dataPropType: Type.Num, compositeRule: true }, isItemValid);
      gen.if(isItemValid, () => gen.assign(valid, true).break());
    });
    cxt.result(valid, () => cxt.reset());
  }
}

/**
 * Corrects how ajv's generated code tracks evaluated properties and items for `unevaluatedProperties` and
 * `unevaluatedItems` (JSON Schema 2020-12 §11). Nothing is tracked if a schema uses neither.
 */
function correctEvaluated(ajv: Pick<Ajv, "RULES">): void {
  // Ajv turns compile-time knowledge into a variable if it depends on the value, but only inside that branch.
  for (const keyword of ["anyOf", "oneOf", "dependentSchemas", "dependencies"]) {
    replaceKeywordCode(ajv, keyword, (cxt, code) => {
      trackEvaluatedInVariables(cxt);
      code(cxt);
    });
  }
  replaceKeywordCode(ajv, "if", (cxt, code) => {
    trackEvaluatedInVariables(cxt);
    if (hasThenOrElse(cxt)) code(countIfOnlyWhenValid(cxt));
    else if (cxt.it.opts.unevaluated === true) evaluateIfAlone(cxt);
  });
  // The variable may have been created in a branch that was not taken.
  replaceKeywordCode(ajv, "patternProperties", (cxt, code) => {
    if (cxt.it.props instanceof Name) cxt.gen.code(_`${cxt.it.props} ??= {}`);
    code(cxt);
  });
  // Names that every object inherits count as evaluated from the start.
  replaceKeywordCode(ajv, "unevaluatedProperties", (cxt, code) => {
    const { it, gen } = cxt;
    const { props } = it;
    if (props instanceof Name) {
      const ownProps = _`Object.assign(Object.create(null), ${props})`;
      it.props = gen.const("props", _`${props} === true || ${props} === undefined ? ${props} : ${ownProps}`);
    }
    code(cxt);
  });
  // `items` is `true` if all items were evaluated, and `undefined` if none were.
  replaceKeywordCode(ajv, "unevaluatedItems", (cxt, code) => {
    const { it, gen } = cxt;
    const { items } = it;
    if (items instanceof Name) it.items = gen.const("items", _`${items} === true ? Infinity : ${items} || 0`);
    code(cxt);
  });
}

/**
 * Stores the evaluated properties and items in variables of the generated code, so that each branch can extend them.
 */
function trackEvaluatedInVariables({ it, gen }: KeywordCxt): void {
  if (typeof it.props === "object" && !(it.props instanceof Name)) it.props = evaluatedPropsToName(gen, it.props);
  if (typeof it.items === "number") it.items = gen.var("items", it.items);
}

/** Whether an `if` has a `then` or an `else` that can fail. */
function hasThenOrElse({ it, parentSchema }: KeywordCxt): boolean {
  return ["then", "else"].some((keyword) => {
    const schema: AnySchema | undefined = parentSchema[keyword];
    return schema !== undefined && alwaysValidSchema(it, schema) !== true;
  });
}

/** Generates code that records what an `if` without `then` and `else` evaluates. Ajv ignores such an `if`. */
function evaluateIfAlone(cxt: KeywordCxt): void {
  const isValid = cxt.gen.name("_valid");
  const part = { keyword: "if", compositeRule: true, createErrors: false, allErrors: false } as const;
  cxt.mergeValidEvaluated(cxt.subschema(part, isValid), isValid);
  cxt.reset();
}

/** Records what `if` evaluates only when the `if` is valid. Ajv always records it. */
function countIfOnlyWhenValid(cxt: KeywordCxt): KeywordCxt {
  let isValid: Name | undefined;
  const subschema: KeywordCxt["subschema"] = (part, valid) => {
    if (part.keyword === "if") isValid = valid;
    return cxt.subschema(part, valid);
  };
  const mergeEvaluated: KeywordCxt["mergeEvaluated"] = (part, toName) => {
    if (toName === undefined && isValid !== undefined) cxt.mergeValidEvaluated(part, isValid);
    else cxt.mergeEvaluated(part, toName);
  };
  return Object.create(cxt, { subschema: { value: subschema }, mergeEvaluated: { value: mergeEvaluated } });
}

/** Replaces the code generator of one keyword; the order of the errors stays the same. */
export function replaceKeywordCode(
  ajv: Pick<Ajv, "RULES">,
  keyword: string,
  replacement: KeywordCodeReplacement,
): void {
  const rule = ajv.RULES.all[keyword];
  if (typeof rule !== "object" || !("code" in rule.definition)) return;
  const { code } = rule.definition;
  rule.definition.code = (cxt) => replacement(cxt, code);
}

/** Generates the code of a keyword; the second argument is ajv's own generator. */
type KeywordCodeReplacement = (cxt: KeywordCxt, code: CodeKeywordDefinition["code"]) => void;
