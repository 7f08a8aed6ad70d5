import { _, type Ajv, type AnySchema, type KeywordCxt, Name } from "ajv";
import { alwaysValidSchema, evaluatedPropsToName } from "ajv/dist/compile/util.js";
import { mend } from "./mend.ts";

/**
 * Puts right the account that ajv's code keeps of the properties and the items that were evaluated, for
 * `unevaluatedProperties` and `unevaluatedItems` (JSON Schema 2020-12 §11). Where neither is used there is no account.
 */
export function mendEvaluated(ajv: Pick<Ajv, "RULES">): void {
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
