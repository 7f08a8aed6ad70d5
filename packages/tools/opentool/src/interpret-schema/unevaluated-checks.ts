/** Creates the checks of `unevaluatedItems` and `unevaluatedProperties` (JSON Schema 2020-12 §11). */
import {
  addKeywordError,
  type Check,
  type CheckBuilder,
  collectMemberErrors,
  neverValid,
  type ValueKinds,
} from "./check.ts";
import { evaluationOf } from "./evaluated-members.ts";

/** Creates the check of `unevaluatedProperties`; an empty list if the schema doesn't have the keyword. */
export function unevaluatedPropertiesChecks(builder: CheckBuilder): readonly Check<ValueKinds["object"]>[] {
  const { schema } = builder.application;
  const { unevaluatedProperties } = schema;
  if (unevaluatedProperties === undefined) return [];
  const check = builder.build(unevaluatedProperties);
  const unevaluated = unevaluatedMembers(builder, (object: ValueKinds["object"]) => Object.keys(object));
  return [
    {
      matches: (object) => unevaluated(object).every((name) => check.matches(object[name])),
      collectErrors: (object, collector) => {
        for (const name of unevaluated(object)) {
          if (unevaluatedProperties !== false) collectMemberErrors(check, name, object[name], collector);
          else
            addKeywordError(
              "unevaluatedProperties",
              { unevaluatedProperty: name },
              { data: object, schema },
              collector,
            );
        }
      },
    },
  ];
}

/** Creates the check of `unevaluatedItems`; an empty list if the schema doesn't have the keyword. */
export function unevaluatedItemsChecks(builder: CheckBuilder): readonly Check<readonly unknown[]>[] {
  const { schema } = builder.application;
  const { unevaluatedItems } = schema;
  if (unevaluatedItems === undefined) return [];
  const check = builder.build(unevaluatedItems);
  const unevaluated = unevaluatedMembers(builder, (list: readonly unknown[]) => [...list.keys()]);
  return [
    {
      matches: (list) => unevaluated(list).every((index) => check.matches(list[index])),
      collectErrors: (list, collector) => {
        const indexes = unevaluated(list);
        const limit = list.length - indexes.length;
        if (check === neverValid && indexes[0] === limit) {
          addKeywordError("unevaluatedItems", { limit }, { data: list, schema }, collector);
        } else {
          for (const index of indexes) collectMemberErrors(check, index, list[index], collector);
        }
      },
    },
  ];
}

/** Returns a function that lists the members of a value that no other keyword evaluates. */
function unevaluatedMembers<Value, Key extends PropertyKey>(
  builder: CheckBuilder,
  keys: (value: Value) => readonly Key[],
): (value: Value) => readonly Key[] {
  let evaluation: ReturnType<typeof evaluationOf> | undefined;
  return (value) => {
    // The checks of a recursive schema are complete only after all have been built.
    evaluation ??= evaluationOf(builder);
    const evaluated = new Set<PropertyKey>();
    evaluation(value, evaluated);
    return keys(value).filter((key) => !evaluated.has(key));
  };
}
