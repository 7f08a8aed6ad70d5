import { own } from "../json-value.ts";
import { regularExpression } from "../keyword-tests.ts";
import { anything, type Build, type Check, fail, type Kinds, limited, noteBelow } from "./check.ts";
import type { CoveredSchema, Subschema } from "./covered-schema.ts";

/** The checks of a schema's keywords for objects. */
export function objectChecks(schema: CoveredSchema, build: Build): readonly ObjectCheck[] {
  const { required, propertyNames, properties, patternProperties } = schema;
  const { additionalProperties, dependentRequired, dependentSchemas } = schema;
  const checks: ObjectCheck[] = [
    ...limited("maxProperties", schema, (object: object, most) => Object.keys(object).length <= most),
    ...limited("minProperties", schema, (object: object, least) => Object.keys(object).length >= least),
  ];
  if (required !== undefined) checks.push(requiredCheck(required, schema));
  if (propertyNames !== undefined) checks.push(namesCheck(build(propertyNames), schema));
  if (additionalProperties !== undefined) checks.push(additionalCheck(additionalProperties, schema, build));
  if (properties !== undefined) checks.push(propertiesCheck(schema, build));
  if (patternProperties !== undefined) checks.push(patternsCheck(patternProperties, build));
  if (dependentRequired !== undefined) checks.push(dependentNamesCheck(dependentRequired, schema));
  if (dependentSchemas !== undefined) checks.push(...dependentChecks(dependentSchemas, build));
  return checks;
}

type ObjectCheck = Check<Kinds["object"]>;

/** To be quick, `properties` looks after the names that it has, too. */
function requiredCheck(names: readonly string[], schema: CoveredSchema): ObjectCheck {
  const others = names.filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
  return {
    fits:
      others.length === 0
        ? anything
        : (object) => {
            for (const name of others) if (own(object, name) === undefined) return false;
            return true;
          },
    note: (object, notes) => {
      for (const missingProperty of names) {
        if (own(object, missingProperty) === undefined) fail("required", { missingProperty }, object, schema, notes);
      }
    },
  };
}

function namesCheck({ fits }: Check, schema: CoveredSchema): ObjectCheck {
  return {
    fits: (object) => Object.keys(object).every(fits),
    note: (object, notes) => {
      for (const propertyName of Object.keys(object)) {
        if (!fits(propertyName)) fail("propertyNames", { propertyName }, object, schema, notes);
      }
    },
  };
}

function additionalCheck(additional: Subschema, schema: CoveredSchema, build: Build): ObjectCheck {
  const known = new Set(Object.keys(schema.properties ?? {}));
  const patterns = Object.keys(schema.patternProperties ?? {}).map(regularExpression);
  const isKnown = (name: string): boolean => known.has(name) || patterns.some((pattern) => pattern.test(name));
  const check = build(additional);
  const { fits } = check;
  return {
    fits:
      fits === anything
        ? anything
        : (object) => {
            for (const name in object) {
              if (!isKnown(name) && Object.hasOwn(object, name) && !fits(object[name])) return false;
            }
            return true;
          },
    note: (object, notes) => {
      for (const name of Object.keys(object)) {
        if (isKnown(name)) continue;
        if (additional !== false) noteBelow(check, name, object[name], notes);
        else fail("additionalProperties", { additionalProperty: name }, object, schema, notes);
      }
    },
  };
}

function propertiesCheck({ properties = {}, required = [] }: CoveredSchema, build: Build): ObjectCheck {
  const needed = new Set(required);
  const members = Object.entries(properties).map(([name, schema]) => {
    const check = build(schema);
    return { name, isRequired: needed.has(name), isInherited: name in Object.prototype, check, fits: check.fits };
  });
  return {
    fits: (object) => {
      // Of a plain object's members, only these few names can be another's: to ask each time takes a third longer.
      const isPlain = Object.getPrototypeOf(object) === Object.prototype;
      for (const { name, isRequired, isInherited, fits } of members) {
        const value = isPlain && !isInherited ? object[name] : own(object, name);
        if (value === undefined ? isRequired : !fits(value)) return false;
      }
      return true;
    },
    note: (object, notes) => {
      for (const { name, check } of members) {
        const value = own(object, name);
        if (value !== undefined) noteBelow(check, name, value, notes);
      }
    },
  };
}

function patternsCheck(properties: Readonly<Record<string, Subschema>>, build: Build): ObjectCheck {
  const patterns = Object.entries(properties).map(([pattern, schema]) => ({
    expression: regularExpression(pattern),
    check: build(schema),
  }));
  return {
    fits: (object) =>
      Object.keys(object).every((name) =>
        patterns.every(({ expression, check }) => !expression.test(name) || check.fits(object[name])),
      ),
    note: (object, notes) => {
      for (const { expression, check } of patterns) {
        for (const name of Object.keys(object)) {
          if (expression.test(name)) noteBelow(check, name, object[name], notes);
        }
      }
    },
  };
}

function dependentNamesCheck(needed: Readonly<Record<string, readonly string[]>>, schema: CoveredSchema): ObjectCheck {
  const missing = (object: Kinds["object"], property: string, names: readonly string[]): readonly string[] =>
    own(object, property) === undefined ? [] : names.filter((name) => own(object, name) === undefined);
  const entries = Object.entries(needed);
  return {
    fits: (object) => entries.every(([property, names]) => missing(object, property, names).length === 0),
    note: (object, notes) => {
      for (const [property, names] of entries) {
        for (const missingProperty of missing(object, property, names)) {
          fail("dependentRequired", { property, missingProperty }, object, schema, notes);
        }
      }
    },
  };
}

function dependentChecks(schemas: Readonly<Record<string, Subschema>>, build: Build): readonly ObjectCheck[] {
  return Object.entries(schemas).map(([property, schema]) => {
    const { fits, note } = build(schema);
    return {
      fits: (object) => own(object, property) === undefined || fits(object),
      note: (object, notes) => void (own(object, property) !== undefined && note(object, notes)),
    };
  });
}
