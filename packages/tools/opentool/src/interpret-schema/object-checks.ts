/** Creates the checks of JSON Schema's keywords for objects. */
import { schemaPattern } from "@helve/core/internal";
import { ownProperty } from "../json-value.ts";
import { isNameList } from "../schema-application.ts";
import type { Subschema, SupportedSchema } from "../schema-index.ts";
import {
  addKeywordError,
  type BuildCheck,
  type Check,
  collectMemberErrors,
  limitChecks,
  matchesAnything,
  type ValueKinds,
} from "./check.ts";

/** Creates the checks of a schema's keywords for objects: `required`, `properties`, `additionalProperties`, …. */
export function objectChecks(schema: SupportedSchema, build: BuildCheck): readonly ObjectCheck[] {
  const { required, propertyNames, properties, patternProperties } = schema;
  const { additionalProperties, dependentRequired, dependentSchemas, dependencies } = schema;
  const checks: ObjectCheck[] = [
    ...limitChecks("maxProperties", schema, (object: object, max) => Object.keys(object).length <= max),
    ...limitChecks("minProperties", schema, (object: object, min) => Object.keys(object).length >= min),
  ];
  if (required !== undefined) checks.push(requiredCheck(required, schema));
  if (propertyNames !== undefined) checks.push(propertyNamesCheck(build(propertyNames), schema));
  if (additionalProperties !== undefined) checks.push(additionalPropertiesCheck(additionalProperties, schema, build));
  if (dependencies !== undefined) checks.push(...dependenciesChecks(dependencies, schema, build));
  if (properties !== undefined) checks.push(propertiesCheck(schema, build));
  if (patternProperties !== undefined) checks.push(patternPropertiesCheck(patternProperties, build));
  if (dependentRequired !== undefined)
    checks.push(dependentRequiredCheck("dependentRequired", dependentRequired, schema));
  if (dependentSchemas !== undefined) checks.push(...dependentSchemasChecks(dependentSchemas, build));
  return checks;
}

type ObjectCheck = Check<ValueKinds["object"]>;

/**
 * Creates the check of `required`. Its fast test skips names that are also in `properties`: that check tests them
 * faster.
 */
function requiredCheck(names: readonly string[], schema: SupportedSchema): ObjectCheck {
  const others = names.filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
  return {
    matches:
      others.length === 0
        ? matchesAnything
        : (object) => {
            for (const name of others) if (ownProperty(object, name) === undefined) return false;
            return true;
          },
    collectErrors: (object, collector) => {
      for (const missingProperty of names) {
        if (ownProperty(object, missingProperty) === undefined)
          addKeywordError("required", { missingProperty }, { data: object, schema }, collector);
      }
    },
  };
}

/** Creates the check of `propertyNames`. */
function propertyNamesCheck({ matches }: Check, schema: SupportedSchema): ObjectCheck {
  return {
    matches: (object) => Object.keys(object).every(matches),
    collectErrors: (object, collector) => {
      for (const propertyName of Object.keys(object)) {
        if (!matches(propertyName))
          addKeywordError("propertyNames", { propertyName }, { data: object, schema }, collector);
      }
    },
  };
}

/** Creates the check of the properties that neither `properties` nor `patternProperties` covers. */
function additionalPropertiesCheck(additional: Subschema, schema: SupportedSchema, build: BuildCheck): ObjectCheck {
  const definedNames = new Set(Object.keys(schema.properties ?? {}));
  const patterns = Object.keys(schema.patternProperties ?? {}).map(schemaPattern);
  const isKnown = (name: string): boolean => definedNames.has(name) || patterns.some((pattern) => pattern.test(name));
  const check = build(additional);
  const { matches } = check;
  return {
    matches:
      matches === matchesAnything
        ? matchesAnything
        : (object) => {
            for (const name in object) {
              if (!isKnown(name) && Object.hasOwn(object, name) && !matches(object[name])) return false;
            }
            return true;
          },
    collectErrors: (object, collector) => {
      for (const name of Object.keys(object)) {
        if (isKnown(name)) continue;
        if (additional !== false) collectMemberErrors(check, name, object[name], collector);
        else addKeywordError("additionalProperties", { additionalProperty: name }, { data: object, schema }, collector);
      }
    },
  };
}

/** Creates the check of `properties`, which also tests that required properties exist. */
function propertiesCheck({ properties = {}, required = [] }: SupportedSchema, build: BuildCheck): ObjectCheck {
  const requiredNames = new Set(required);
  const members = Object.entries(properties).map(([name, schema]) => {
    const check = build(schema);
    return {
      name,
      isRequired: requiredNames.has(name),
      isInherited: name in Object.prototype,
      check,
      matches: check.matches,
    };
  });
  return {
    matches: (object) => {
      // In a plain object, only inherited names need an own-property test: testing every name takes a third longer.
      const isPlain = Object.getPrototypeOf(object) === Object.prototype;
      for (const { name, isRequired, isInherited, matches } of members) {
        const value = isPlain && !isInherited ? object[name] : ownProperty(object, name);
        if (value === undefined ? isRequired : !matches(value)) return false;
      }
      return true;
    },
    collectErrors: (object, collector) => {
      for (const { name, check } of members) {
        const value = ownProperty(object, name);
        if (value !== undefined) collectMemberErrors(check, name, value, collector);
      }
    },
  };
}

/** Creates the check of `patternProperties`. */
function patternPropertiesCheck(properties: Readonly<Record<string, Subschema>>, build: BuildCheck): ObjectCheck {
  const patterns = Object.entries(properties).map(([pattern, schema]) => ({
    expression: schemaPattern(pattern),
    check: build(schema),
  }));
  return {
    matches: (object) =>
      Object.keys(object).every((name) =>
        patterns.every(({ expression, check }) => !expression.test(name) || check.matches(object[name])),
      ),
    collectErrors: (object, collector) => {
      for (const { expression, check } of patterns) {
        for (const name of Object.keys(object)) {
          if (expression.test(name)) collectMemberErrors(check, name, object[name], collector);
        }
      }
    },
  };
}

/** Creates the checks of `dependencies` (draft-07 §6.5.7), whose members are lists of names or schemas. */
function dependenciesChecks(
  dependencies: Readonly<Record<string, Subschema | readonly string[]>>,
  schema: SupportedSchema,
  build: BuildCheck,
): readonly ObjectCheck[] {
  const names: [string, readonly string[]][] = [];
  const schemas: [string, Subschema][] = [];
  for (const [property, part] of Object.entries(dependencies)) {
    if (isNameList(part)) names.push([property, part]);
    else schemas.push([property, part]);
  }
  return [
    dependentRequiredCheck("dependencies", Object.fromEntries(names), schema),
    ...dependentSchemasChecks(Object.fromEntries(schemas), build),
  ];
}

/** Creates the check of `dependentRequired`, or of the lists of names in `dependencies`. */
function dependentRequiredCheck(
  keyword: "dependentRequired" | "dependencies",
  requiredNames: Readonly<Record<string, readonly string[]>>,
  schema: SupportedSchema,
): ObjectCheck {
  const missing = (object: ValueKinds["object"], property: string, names: readonly string[]): readonly string[] =>
    ownProperty(object, property) === undefined ? [] : names.filter((name) => ownProperty(object, name) === undefined);
  const entries = Object.entries(requiredNames);
  return {
    matches: (object) => entries.every(([property, names]) => missing(object, property, names).length === 0),
    collectErrors: (object, collector) => {
      for (const [property, names] of entries) {
        for (const missingProperty of missing(object, property, names)) {
          addKeywordError(keyword, { property, missingProperty }, { data: object, schema }, collector);
        }
      }
    },
  };
}

/** Creates the checks of `dependentSchemas`, one for each property that it names. */
function dependentSchemasChecks(
  schemas: Readonly<Record<string, Subschema>>,
  build: BuildCheck,
): readonly ObjectCheck[] {
  return Object.entries(schemas).map(([property, schema]) => {
    const { matches, collectErrors } = build(schema);
    return {
      matches: (object) => ownProperty(object, property) === undefined || matches(object),
      collectErrors: (object, collector) =>
        void (ownProperty(object, property) !== undefined && collectErrors(object, collector)),
    };
  });
}
