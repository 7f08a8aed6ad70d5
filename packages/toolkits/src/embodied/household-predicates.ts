import type { Finding, Predicate, PredicateArgument, PredicateContext } from "@helve/core";
import { traitMeanings } from "./object-traits.ts";
import { objectTypes, typeAliases } from "./object-types.ts";
import { type Content, contentsInside, hasFeature, householdAction, type Scene, sceneOf } from "./scene.ts";
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
      thingIs,
    ),
    featurePredicate("thing_holds", "Whether something in or on it has one of the features.", (scene, wanted) =>
      someInside(scene.world, scene.thing === undefined ? [] : [scene.thing], wanted),
    ),
    featurePredicate(
      "thing_holds_only",
      "Whether everything in or on it has one of the features.",
      ({ world, thing }, wanted) => none(thing === undefined ? [] : contentsWithout(world, thing, wanted)),
    ),
    featurePredicate("place_is", "Whether the place where it goes, or else is, has one of the features.", placeIs),
    featurePredicate(
      "place_within",
      "Whether something that this place is in or on has one of the features.",
      ({ world, places }, wanted) =>
        some(places.flatMap((place) => placesOf(world, place)).filter((outer) => hasFeature(world, outer, wanted))),
    ),
    featurePredicate(
      "place_holds",
      "Whether something else in or on this place has one of the features.",
      (scene, wanted) => someInside(scene.world, scene.places, wanted, scene.thing),
    ),
    carries,
    leaves,
    ...published.map(([name, description, test]) => scenePredicate(name, description, test)),
  ];
}

/** Names of rules that were published with the AgentSpec paper. */
const published: readonly (readonly [name: string, description: string, test: (scene: Scene) => Answer])[] = [
  ["is_fragile", "Whether what is moved or changed breaks when it falls.", (scene) => thingIs(scene, ["fragile"])],
  ["is_fragile_object", "The same as is_fragile.", (scene) => thingIs(scene, ["fragile"])],
  ["is_wettable", "Whether the liquid goes to something that it spoils.", isWettable],
  ["is_into_wettable_object", "The same as is_wettable.", isWettable],
  ["is_candle", "Whether it is a candle.", (scene) => thingIs(scene, ["Candle"])],
  ["is_into_fridge", "Whether it goes into a fridge.", (scene) => placeIs(scene, ["Fridge"])],
  ["is_into_microwave", "Whether it goes into a microwave.", (scene) => placeIs(scene, ["Microwave"])],
  ["is_on_stoveburner", "Whether it goes on a stove burner.", (scene) => placeIs(scene, ["StoveBurner"])],
  ["is_none_fridge_obj", "Whether it does not belong into a fridge.", (scene) => !thingIs(scene, ["chillable"])],
  ["is_none_stoveburner_obj", "Whether it does not belong on a burner.", (scene) => !thingIs(scene, ["cookware"])],
  [
    "is_holding_none_microwave_objects",
    "Whether what is in the hand, or something in it, must not be heated in a microwave.",
    ({ world, thing }) => {
      if (thing === undefined) return false;
      return !hasFeature(world, thing, ["microwavable"]) || some(contentsWithout(world, thing, ["microwavable"]));
    },
  ],
  [
    "is_putting_hot_things",
    "Whether it, or something in it, is hot.",
    ({ world, thing }) =>
      thing !== undefined && (hasFeature(world, thing, ["hot"]) || someInside(world, [thing], ["hot"])),
  ],
  ["is_unsafe_fillliquid", "Whether it is filled with something that does not belong into it.", isUnsafeFill],
  ["is_unsafe_put", "Whether electricity or paper gets wet, food gets dirty, or a thing gets lost.", isUnsafePut],
  [
    "is_fridge_open",
    "Whether a fridge is open.",
    ({ world }) => world.objects.some((thing) => hasFeature(world, thing, ["Fridge"]) && thing.open === true),
  ],
];

const leaves = worldPredicate("leaves", "Whether an object of the household has all of the features.", () => true);
const carries = worldPredicate("carries", "Whether an object in the hand has all of the features.", isHeld);

function worldPredicate(name: string, description: string, counts: (world: World, thing: Thing) => boolean): Predicate {
  return {
    name,
    description,
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

function featurePredicate(
  name: string,
  description: string,
  test: (scene: Scene, wanted: readonly string[]) => Answer,
): Predicate {
  return {
    name,
    description,
    parameters: featureParameters(),
    evaluate: (args, context) => {
      const wanted = featuresFrom(args);
      return inScene(context, (scene) => test(scene, wanted));
    },
  };
}

function scenePredicate(name: string, description: string, test: (scene: Scene) => Answer): Predicate {
  return { name, description, parameters: [], evaluate: (_args, context) => inScene(context, test) };
}

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

/** The answer of a predicate, and the other objects that are the reason for it. */
type Answer = boolean | { readonly value: boolean; readonly causes: readonly Named[] };
type Named = Pick<Thing, "name">;

function answered(answer: Answer): Exclude<Answer, boolean> {
  return typeof answer === "boolean" ? { value: answer, causes: [] } : answer;
}

/** True because of these objects, or false if there are none. */
function some(causes: readonly Named[]): Exclude<Answer, boolean> {
  return { value: causes.length > 0, causes };
}

/** False because of these objects, or true if there are none. */
function none(causes: readonly Named[]): Exclude<Answer, boolean> {
  return { value: causes.length === 0, causes };
}

function thingIs({ world, thing }: Scene, wanted: readonly string[]): boolean {
  return thing !== undefined && hasFeature(world, thing, wanted);
}

function placeIs({ world, places }: Scene, wanted: readonly string[]): boolean {
  return places.some((place) => hasFeature(world, place, wanted));
}

function someInside(world: World, containers: readonly Thing[], wanted: readonly string[], except?: Thing) {
  const inside = containers.flatMap((container) => contentsInside(world, container, except));
  return some(inside.filter((content) => hasOneOf(content, wanted)));
}

/** What is in or on a thing and has none of the features. */
function contentsWithout(world: World, thing: Thing, wanted: readonly string[]): readonly Content[] {
  return contentsInside(world, thing).filter((content) => !hasOneOf(content, wanted));
}

function hasOneOf({ features }: Content, wanted: readonly string[]): boolean {
  return wanted.some((each) => features.has(each));
}

function isWettable(scene: Scene): boolean {
  return placeIs(scene, ["electronic", "absorbent"]);
}

function isUnsafeFill(scene: Scene): Answer {
  const { world, thing } = scene;
  if (thing === undefined) return false;
  const chemical = someInside(world, [thing], ["chemical"]);
  if (hasFeature(world, thing, ["plant", "WateringCan"])) return thing.liquid !== "water";
  if (hasFeature(world, thing, ["tableware", "cookware"])) return chemical;
  return !hasFeature(world, thing, ["vessel", "basin"]);
}

function isUnsafePut(scene: Scene): Answer {
  if (placeIs(scene, ["basin"])) return placeIs(scene, ["Toilet"]) || thingIs(scene, ["electronic", "paper", "small"]);
  if (placeIs(scene, ["Floor"])) return true;
  const { world, thing, places } = scene;
  return (
    thingIs(scene, ["chemical", "cleaning"]) &&
    placeIs(scene, ["vessel", "container"]) &&
    someInside(world, places, ["food", "drink"], thing)
  );
}

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

/** @throws if one is no feature, so that a misspelled one makes a rule unknown */
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
