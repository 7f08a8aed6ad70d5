import { _, type Ajv, type AnySchema, type CodeKeywordDefinition, type KeywordCxt, Name } from "ajv";
import { alwaysValidSchema, evaluatedPropsToName, Type } from "ajv/dist/compile/util.js";
import { isAmong, isMultiple, twiceIn } from "../keyword-tests.ts";

/**
 * Puts right what ajv gets wrong, in one instance of it: where `compileSchema` and `interpretSchema` would disagree, it is
 * the specification that counts.
 */
export function mendKeywords<Instance extends Pick<Ajv, "RULES">>(ajv: Instance): Instance {
  // Ajv calls objects with a member `constructor`, `toString` or `valueOf` different from any other.
  for (const keyword of ["const", "enum"]) {
    mend(ajv, keyword, (cxt, code) => {
      const choices: readonly unknown[] = keyword === "const" ? [cxt.schema] : cxt.schema;
      const isPlain = choices.every((choice) => typeof choice !== "object" || choice === null);
      // Nor does it compile a list of no choices, which no value fits.
      if (!isPlain || choices.length === 0) passIf(isAmong(choices), cxt);
      else code(cxt);
    });
  }
  // The same; and it holds each item against each other, which takes long where there are many.
  mend(ajv, "uniqueItems", uniqueItems);
  mend(ajv, "contains", contains);
  // Ajv divides binary fractions.
  mend(ajv, "multipleOf", (cxt) => passIf((value) => isMultiple(Number(value), cxt.schema), cxt));
  // Where the first error ends it, ajv checks an empty list no further than the items by place.
  for (const keyword of ["items", "prefixItems"]) {
    mend(ajv, keyword, (cxt, code) => {
      const ok: KeywordCxt["ok"] = (valid) => cxt.ok(typeof valid === "boolean" ? valid : _`${valid} !== false`);
      code(Object.create(cxt, { ok: { value: ok } }));
    });
  }
  mendEvaluated(ajv);
  return ajv;
}

function passIf(fits: (value: unknown) => boolean, cxt: KeywordCxt): void {
  cxt.pass(_`${cxt.gen.scopeValue("func", { ref: fits })}(${cxt.data})`);
}

function uniqueItems(cxt: KeywordCxt): void {
  const { gen, data, schema } = cxt;
  if (schema !== true) return;
  const twice = gen.const("twice", _`${gen.scopeValue("func", { ref: twiceIn })}(${data})`);
  cxt.setParams({ i: _`${twice}.i`, j: _`${twice}.j` });
  cxt.pass(_`${twice} === undefined`);
}

function contains(cxt: KeywordCxt, code: CodeKeywordDefinition["code"]): void {
  const { gen, data, it, parentSchema } = cxt;
  const { minContains = 1, maxContains } = it.opts.next === true ? parentSchema : {};
  cxt.setParams({ min: minContains, max: maxContains });
  if (maxContains !== undefined && minContains > maxContains) {
    // Where the first error ends it, ajv forgets to note that this is one.
    cxt.fail(_`true`);
  } else if (maxContains !== undefined || minContains !== 1) {
    code(cxt);
  } else {
    // Ajv takes an empty list for one that contains what the list before it did.
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
 * Puts right the account that ajv's code keeps of the properties and the items that were evaluated, for
 * `unevaluatedProperties` and `unevaluatedItems` (JSON Schema 2020-12 §11). Where neither is used there is no account.
 */
function mendEvaluated(ajv: Pick<Ajv, "RULES">): void {
  // What ajv knows while it compiles it makes a variable of where it depends on the value, but only in that branch.
  for (const keyword of ["anyOf", "oneOf", "dependentSchemas", "dependencies"]) {
    mend(ajv, keyword, (cxt, code) => {
      accountInVariables(cxt);
      code(cxt);
    });
  }
  mend(ajv, "if", (cxt, code) => {
    accountInVariables(cxt);
    if (leadsOn(cxt)) code(withoutFailed(cxt));
    else if (cxt.it.opts.unevaluated === true) evaluateIf(cxt);
  });
  // The account may begin in a branch that was not taken.
  mend(ajv, "patternProperties", (cxt, code) => {
    if (cxt.it.props instanceof Name) cxt.gen.code(_`${cxt.it.props} ??= {}`);
    code(cxt);
  });
  // Names that every object inherits are in the account from the start.
  mend(ajv, "unevaluatedProperties", (cxt, code) => {
    const { it, gen } = cxt;
    const { props } = it;
    if (props instanceof Name) {
      const own = _`Object.assign(Object.create(null), ${props})`;
      it.props = gen.const("props", _`${props} === true || ${props} === undefined ? ${props} : ${own}`);
    }
    code(cxt);
  });
  // The number of items is `true` where all were evaluated, and not there where none were.
  mend(ajv, "unevaluatedItems", (cxt, code) => {
    const { it, gen } = cxt;
    const { items } = it;
    if (items instanceof Name) it.items = gen.const("items", _`${items} === true ? Infinity : ${items} || 0`);
    code(cxt);
  });
}

function accountInVariables({ it, gen }: KeywordCxt): void {
  if (typeof it.props === "object" && !(it.props instanceof Name)) it.props = evaluatedPropsToName(gen, it.props);
  if (typeof it.items === "number") it.items = gen.var("items", it.items);
}

function leadsOn({ it, parentSchema }: KeywordCxt): boolean {
  return ["then", "else"].some((keyword) => {
    const schema: AnySchema | undefined = parentSchema[keyword];
    return schema !== undefined && alwaysValidSchema(it, schema) !== true;
  });
}

/** What `if` evaluates counts where nothing follows from it, too; ajv leaves such a one out. */
function evaluateIf(cxt: KeywordCxt): void {
  const fits = cxt.gen.name("_valid");
  const part = { keyword: "if", compositeRule: true, createErrors: false, allErrors: false } as const;
  cxt.mergeValidEvaluated(cxt.subschema(part, fits), fits);
  cxt.reset();
}

/** What `if` evaluates counts only where it fits; ajv counts it always. */
function withoutFailed(cxt: KeywordCxt): KeywordCxt {
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

/** Replaces how a keyword is compiled, and nothing else of it: the order of the errors stays. */
export function mend(ajv: Pick<Ajv, "RULES">, keyword: string, mended: Mended): void {
  const rule = ajv.RULES.all[keyword];
  if (typeof rule !== "object" || !("code" in rule.definition)) return;
  const { code } = rule.definition;
  rule.definition.code = (cxt) => mended(cxt, code);
}

/** Makes the code of a keyword; the way that ajv does it comes second. */
type Mended = (cxt: KeywordCxt, code: CodeKeywordDefinition["code"]) => void;
