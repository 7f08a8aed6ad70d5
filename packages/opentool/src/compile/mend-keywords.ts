import { _, type Ajv, type CodeKeywordDefinition, type KeywordCxt } from "ajv";
import { Type } from "ajv/dist/compile/util.js";
import { isAmong } from "../interpret/is-among.ts";
import { isMultiple } from "../interpret/is-multiple.ts";
import { twiceIn } from "../interpret/twice-in.ts";
import { mendEvaluated } from "./evaluated.ts";
import { mend } from "./mend.ts";

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
