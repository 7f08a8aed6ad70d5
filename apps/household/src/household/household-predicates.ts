import type { Finding, Predicate, PredicateArgument, PredicateContext } from "@helve/core";
import { type Clauses, phraseOf } from "@helve/core/internal";
import { traitMeanings } from "./object-traits.ts";
import { objectTypes, typeAliases } from "./object-types.ts";
import { publishedPredicates } from "./published-predicates.ts";
import { hasFeature, householdAction, type Scene, sceneOf } from "./scene.ts";
import {
  type Answer,
  answered,
  contentsWithout,
  type Named,
  none,
  placeIs,
  some,
  someInside,
  thingIs,
} from "./scene-answers.ts";
import { traitsOf } from "./traits-of.ts";
import { isHeld, placesOf, type Thing, thingStates, type World } from "./world.ts";
import { worldOf } from "./world-of.ts";

/**
 * Creates the predicates about household robots, for `predicates` of an engine.
 *
 * A feature is a trait (`"fragile"`), a state (`"hot"`), a type of objects (`"Microwave"`) or a kind of liquid (`"water"`).
 */
export function householdPredicates(): readonly Predicate[] {
  return [
    featurePredicate(
      "thing_is",
      "Whether what is moved, poured, changed or turned on has one of the features.",
      ["the object is {0|}", "the object is not {0|}", "物体具有特征{0|}", "物体不具有特征{0|}"],
      thingIs,
    ),
    featurePredicate(
      "thing_holds",
      "Whether something in or on it has one of the features.",
      [
        "something in or on the object is {0|}",
        "nothing in or on the object is {0|}",
        "物体里面或上面有东西具有特征{0|}",
        "物体里面或上面没有东西具有特征{0|}",
      ],
      (scene, wanted) => someInside(scene.world, scene.thing === undefined ? [] : [scene.thing], wanted),
    ),
    featurePredicate(
      "thing_holds_only",
      "Whether everything in or on it has one of the features.",
      [
        "everything in or on the object is {0|}",
        "not everything in or on the object is {0|}",
        "物体里面或上面的东西都具有特征{0|}",
        "物体里面或上面的东西并非都具有特征{0|}",
      ],
      ({ world, thing }, wanted) => none(thing === undefined ? [] : contentsWithout(world, thing, wanted)),
    ),
    featurePredicate(
      "place_is",
      "Whether the place where it goes, or else is, has one of the features.",
      ["the place is {0|}", "the place is not {0|}", "位置具有特征{0|}", "位置不具有特征{0|}"],
      placeIs,
    ),
    featurePredicate(
      "place_within",
      "Whether something that this place is in or on has one of the features.",
      [
        "the place is in or on something that is {0|}",
        "the place is not in or on anything that is {0|}",
        "位置所在之处具有特征{0|}",
        "位置所在之处不具有特征{0|}",
      ],
      ({ world, places }, wanted) =>
        some(places.flatMap((place) => placesOf(world, place)).filter((outer) => hasFeature(world, outer, wanted))),
    ),
    featurePredicate(
      "place_holds",
      "Whether something else in or on this place has one of the features.",
      [
        "something else in or on the place is {0|}",
        "nothing else in or on the place is {0|}",
        "位置里面或上面有其他东西具有特征{0|}",
        "位置里面或上面没有其他东西具有特征{0|}",
      ],
      (scene, wanted) => someInside(scene.world, scene.places, wanted, scene.thing),
    ),
    carries,
    leaves,
    ...publishedPredicates.map(([name, description, clauses, test]) =>
      scenePredicate(name, description, clauses, test),
    ),
  ];
}

const leaves = worldPredicate(
  "leaves",
  "Whether an object of the household has all of the features.",
  ["an object is {0&}", "no object is {0&}", "有物体具有特征{0&}", "没有物体具有特征{0&}"],
  () => true,
);
const carries = worldPredicate(
  "carries",
  "Whether an object in the hand has all of the features.",
  [
    "an object in the hand is {0&}",
    "no object in the hand is {0&}",
    "手中有物体具有特征{0&}",
    "手中没有物体具有特征{0&}",
  ],
  isHeld,
);

/** Makes a predicate about things of the world with certain features, without a call. */
function worldPredicate(
  name: string,
  description: string,
  clauses: Clauses,
  counts: (world: World, thing: Thing) => boolean,
): Predicate {
  return {
    name,
    description,
    phrase: phraseOf(clauses),
    parameters: featureParameters(),
    evaluate: (args, context) => {
      const world = worldOf(context);
      if (world === undefined) return noHousehold;
      const wanted = featuresFrom(args);
      const found = world.objects.find(
        (thing) => counts(world, thing) && wanted.every((each) => hasFeature(world, thing, [each])),
      );
      const reason = found === undefined ? "no object is so" : `the ${found.name} is so`;
      return { value: found !== undefined, reason, evidence: [] };
    },
  };
}

/** Makes a predicate about the thing that a call acts on, with parameters for features. */
function featurePredicate(
  name: string,
  description: string,
  clauses: Clauses,
  test: (scene: Scene, wanted: readonly string[]) => Answer,
): Predicate {
  return {
    name,
    description,
    phrase: phraseOf(clauses),
    parameters: featureParameters(),
    evaluate: (args, context) => {
      const wanted = featuresFrom(args);
      return inScene(context, (scene) => test(scene, wanted));
    },
  };
}

/** Makes a predicate without parameters about the thing and place of a call. */
function scenePredicate(
  name: string,
  description: string,
  clauses: Clauses,
  test: (scene: Scene) => Answer,
): Predicate {
  const phrase = phraseOf(clauses);
  return { name, description, phrase, parameters: [], evaluate: (_args, context) => inScene(context, test) };
}

/** Evaluates a test on the things and places of the current action. */
function inScene(context: PredicateContext, test: (scene: Scene) => Answer): Finding {
  const action = householdAction(context.action.name, context.action.args);
  const world = worldOf(context);
  if (world === undefined) return noHousehold;
  if (action === undefined) {
    const { value } = answered(test({ world, thing: undefined, places: [] }));
    return { value, reason: "no household action", evidence: [] };
  }
  const scene = sceneOf(world, action);
  const { value, causes } = answered(test(scene));
  return { value, reason: describe(scene, causes), evidence: [] };
}

/** Describes where a thing is and why a predicate is true. */
function describe({ thing, places }: Scene, causes: readonly Named[]): string {
  if (thing === undefined) return "nothing is in the hand";
  const at = places.map(({ name }) => ` at the ${name}`).join("");
  const names = [...new Set(causes.map(({ name }) => `the ${name}`))];
  const more = names.length > maxCauses ? [`${names.length - maxCauses} more`] : [];
  const because = [...names.slice(0, maxCauses), ...more].join(", ");
  return `it is about the ${thing.name}${at}${because === "" ? "" : `, because of ${because}`}`;
}

const maxCauses = 5;

function featureParameters(): NonNullable<Predicate["parameters"]> {
  return [{ name: "feature", schema: { type: "string" }, rest: true }];
}

/** Reads the names of features in a predicate's arguments. @throws if one is no feature, so that a misspelled one makes a rule unknown */
function featuresFrom(args: readonly PredicateArgument[]): readonly string[] {
  return args.map(({ value }) => {
    if (typeof value === "string" && (features.has(value) || traitsOf(value).size > 0)) return value;
    throw new Error(`${JSON.stringify(value)} is no trait, no state and no type of household objects`);
  });
}

const features: ReadonlySet<string> = new Set([
  ...Object.keys(traitMeanings),
  ...thingStates,
  "idle",
  "water",
  "coffee",
  "wine",
  ...Object.keys(objectTypes),
  ...Object.keys(typeAliases),
]);

const noHousehold: Finding = { value: "unknown", reason: "the state of the household is not known", evidence: [] };
