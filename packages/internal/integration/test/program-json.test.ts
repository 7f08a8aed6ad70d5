import { ProgramError, parseProgram, parseProgramJson, programSchema } from "@helve/agentspec";
import { isObject } from "@helve/core/internal";

import { schemaValidator } from "@helve/opentool";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const program: unknown = JSON.parse(
  JSON.stringify(
    parseProgram(`
      default deny
      on unknown ignore

      // Asks before money leaves.
      /** Money that leaves. */
      rule @transfer severity high priority 2
      trigger Bank.Transfer | Bank.any
      let limits = {"amount": 1000, "to": ["mum", "dad"]}
      check args.amount > limits.amount (!is_family(args.to, -1.5) or args.to in ["bob"])
      enforce warn("careful with \${args.to}") user_inspection("Pay \${args.amount}?", halve)
      end

      rule repair trigger finish check enforce invoke_action(Clock.Now, {"zone": args.zone}) log follow_dist(10) skip end
    `),
  ),
);

/** Issues that no schema can express: about names, and about duplicate keys. */
const beyondSchemas = new Set(["duplicate_rule", "duplicate_binding", "duplicate_key", "unknown_binding"]);

/** Whether a value is refused for what a schema can say. */
function isMisshapen(value: unknown): boolean {
  try {
    parseProgramJson(value);
    return false;
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    return error.issues.some(({ code }) => !beyondSchemas.has(code));
  }
}

/** All places in a value, as the lists and objects that hold one with its key. */
function placesIn(value: unknown): readonly (readonly [holder: object, key: string])[] {
  if (!isObject(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => [[value, key] as const, ...placesIn(item)]);
}

/** A change of the program: something goes away, comes in its place, or comes beside it. */
const change = fc.record({
  place: fc.nat(),
  other: fc.nat(),
  kind: fc.constantFrom("delete", "copy", "replace", "add"),
  value: fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom("stop", "args", "r", 0, -1, 1.5, null, [], {})),
});

function changed(changes: readonly (typeof change extends fc.Arbitrary<infer T> ? T : never)[]): unknown {
  const whole = structuredClone(program);
  for (const { place, other, kind, value } of changes) {
    const places = placesIn(whole);
    const [holder, key] = places[place % places.length] ?? [{}, ""];
    const [source, from] = places[other % places.length] ?? [{}, ""];
    if (kind === "copy") Reflect.set(holder, key, structuredClone(Reflect.get(source, from)));
    else if (kind === "replace") Reflect.set(holder, key, value);
    else if (Array.isArray(holder)) kind === "delete" ? holder.splice(Number(key), 1) : holder.push(value);
    else if (kind === "delete") Reflect.deleteProperty(holder, key);
    else Reflect.set(holder, "more", value);
  }
  return whole;
}

describe("programs as JSON", () => {
  const issuesBySchema = schemaValidator(programSchema());

  it("are read when they fit the published schema, and only then", () => {
    expect(issuesBySchema(program)).toEqual([]);
    expect(isMisshapen(program)).toBe(false);
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const value = changed(changes);
        expect(isMisshapen(value)).toBe(issuesBySchema(value).length > 0);
      }),
      { numRuns: runs(100, 30_000) },
    );
  });
});
