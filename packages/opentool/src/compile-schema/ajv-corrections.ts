import { _, type Ajv, type AnySchema, type CodeKeywordDefinition, type KeywordCxt, Name } from "ajv";
import { alwaysValidSchema, evaluatedPropsToName, Type } from "ajv/dist/compile/util.js";
import { findDuplicateItems, isMultipleOf, membershipTest } from "../keyword-tests.ts";

/**
 * Corrects the keywords that ajv implements wrongly, in one ajv instance: where `compileSchema` and `interpretSchema` would differ,
 * the specification that counts.
 */
export function correctKeywords<Instance extends Pick<Ajv, "RULES">>(ajv: Instance): Instance {
  // Ajv treats an object with a member `constructor`, `toString` or `valueOf` as different from every other object.
  for (const keyword of ["const", "enum"]) {
    replaceKeywordCode(ajv, keyword, (cxt, code) => {
      const choices: readonly unknown[] = keyword === "const" ? [cxt.schema] : cxt.schema;
      const isPlain = choices.every((choice) => typeof choice !== "object" || choice === null);
      // Nor does it compile a list of no choices, which no value fits.
      if (!isPlain || choices.length === 0) passWhen(membershipTest(choices), cxt);
      else code(cxt);
    });
  }
  // Ajv has the same defect here, and compares each item with every other, which is slow for long lists.
  replaceKeywordCode(ajv, "uniqueItems", uniqueItems);
  replaceKeywordCode(ajv, "contains", contains);
  // Ajv divides binary fractions.
  replaceKeywordCode(ajv, "multipleOf", (cxt) => passWhen((value) => isMultipleOf(Number(value), cxt.schema), cxt));
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

function passWhen(fits: (value: unknown) => boolean, cxt: KeywordCxt): void {
  cxt.pass(_`${cxt.gen.scopeValue("func", { ref: fits })}(${cxt.data})`);
}

function uniqueItems(cxt: KeywordCxt): void {
  const { gen, data, schema } = cxt;
  if (schema !== true) return;
  const twice = gen.const("twice", _`${gen.scopeValue("func", { ref: findDuplicateItems })}(${data})`);
  cxt.setParams({ i: _`${twice}.i`, j: _`${twice}.j` });
  cxt.pass(_`${twice} === undefined`);
}

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
    const itemFits = gen.name("_valid");
    gen.forRange("i", 0, _`${data}.length`, (index) => {
      cxt.subschema({ keyword: "contains", dataProp: index, dataPropType: Type.Num, compositeRule: true }, itemFits);
      gen.if(itemFits, () => gen.assign(valid, true).break());
    });
    cxt.result(valid, () => cxt.reset());
  }
}

/**
 * Corrects how ajv's generated code tracks evaluated properties and items for
 * `unevaluatedProperties` and `unevaluatedItems` (JSON Schema 2020-12 §11). Where neither is used there is no account.
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
  // Names that every object inherits are in the account from the start.
  replaceKeywordCode(ajv, "unevaluatedProperties", (cxt, code) => {
    const { it, gen } = cxt;
    const { props } = it;
    if (props instanceof Name) {
      const own = _`Object.assign(Object.create(null), ${props})`;
      it.props = gen.const("props", _`${props} === true || ${props} === undefined ? ${props} : ${own}`);
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

function trackEvaluatedInVariables({ it, gen }: KeywordCxt): void {
  if (typeof it.props === "object" && !(it.props instanceof Name)) it.props = evaluatedPropsToName(gen, it.props);
  if (typeof it.items === "number") it.items = gen.var("items", it.items);
}

function hasThenOrElse({ it, parentSchema }: KeywordCxt): boolean {
  return ["then", "else"].some((keyword) => {
    const schema: AnySchema | undefined = parentSchema[keyword];
    return schema !== undefined && alwaysValidSchema(it, schema) !== true;
  });
}

/** Tracks what an `if` without `then` and `else` evaluates; ajv ignores such an `if`. */
function evaluateIfAlone(cxt: KeywordCxt): void {
  const fits = cxt.gen.name("_valid");
  const part = { keyword: "if", compositeRule: true, createErrors: false, allErrors: false } as const;
  cxt.mergeValidEvaluated(cxt.subschema(part, fits), fits);
  cxt.reset();
}

/** Counts what `if` evaluates only when it is valid; ajv always counts it. */
function countIfOnlyWhenValid(cxt: KeywordCxt): KeywordCxt {
  let fits: Name | undefined;
  const subschema: KeywordCxt["subschema"] = (part, valid) => {
    if (part.keyword === "if") fits = valid;
    return cxt.subschema(part, valid);
  };
  const mergeEvaluated: KeywordCxt["mergeEvaluated"] = (part, toName) => {
    if (toName === undefined && fits !== undefined) cxt.mergeValidEvaluated(part, fits);
    else cxt.mergeEvaluated(part, toName);
  };
  return Object.create(cxt, { subschema: { value: subschema }, mergeEvaluated: { value: mergeEvaluated } });
}

/** Replaces the code generator of one keyword; the order of the errors stays the same. */
export function replaceKeywordCode(ajv: Pick<Ajv, "RULES">, keyword: string, mended: KeywordCodeReplacement): void {
  const rule = ajv.RULES.all[keyword];
  if (typeof rule !== "object" || !("code" in rule.definition)) return;
  const { code } = rule.definition;
  rule.definition.code = (cxt) => mended(cxt, code);
}

/** Generates the code of a keyword; the second argument is ajv's own generator. */
type KeywordCodeReplacement = (cxt: KeywordCxt, code: CodeKeywordDefinition["code"]) => void;
