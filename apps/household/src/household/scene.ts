/** The things and places that an action of the robot concerns, as predicates see them before it runs. */
import { type HouseholdAction, householdActionNames, lastHeld, nearPlace, subjectOf, targetOf } from "./act.ts";
import type { Trait } from "./object-traits.ts";
import { objectKey, typeOf } from "./traits-of.ts";
import {
  contentsOf,
  featuresOf,
  featuresOfLiquid,
  isHeld,
  liquidIn,
  placesOf,
  type Thing,
  type ThingState,
  thingNamed,
  type World,
} from "./world.ts";

/** The things and places of an action, before it is done. */
export interface Scene {
  readonly world: World;
  /** The thing that is moved, poured, changed or turned on; absent if the action has no object and nothing is in the hand. */
  readonly thing: Thing | undefined;
  /** Where the thing, or the liquid in it, goes; for an action that moves nothing, where the thing is. */
  readonly places: readonly Thing[];
}

/** Finds the things and places of a {@link HouseholdAction}. */
export function sceneOf(world: World, action: HouseholdAction): Scene {
  const { name, object } = action;
  if (name === "put") {
    const thing = lastHeld(world);
    return { world, thing, places: object === undefined || thing === undefined ? [] : [thingNamed(world, object)] };
  }
  const thing = subjectOf(world, action);
  if (thing === undefined) return { world, thing, places: [] };
  switch (name) {
    case "drop":
    case "throw": {
      const target = targetOf(world, thing, action);
      return { world, thing, places: target === undefined ? [] : [target] };
    }
    case "pour":
      return { world, thing, places: [targetOf(world, thing, action) ?? thingNamed(world, "Floor")] };
    case "emptyLiquid":
      return { world, thing, places: [nearPlace(world, thing) ?? thingNamed(world, "Sink")] };
    case "fillLiquid":
      return { world, thing: { ...thing, liquid: action.liquid ?? "water" }, places: standsAt(world, thing) };
    default:
      return { world, thing, places: whereabouts(world, thing) };
  }
}

/** The action that a call of a tool means, for toolkits of any name; `undefined` for other tools. */
export function householdAction(tool: string, args: Readonly<Record<string, unknown>>): HouseholdAction | undefined {
  const name = householdActionNames.find((each) => each === tool.slice(tool.lastIndexOf(".") + 1));
  if (name === undefined) return undefined;
  const object = args[name === "put" ? "receptacle" : "object"];
  const { liquid } = args;
  return {
    name,
    object: typeof object === "string" ? object : undefined,
    liquid: typeof liquid === "string" ? liquid : undefined,
  };
}

/** Whether an object has one of some features: traits, states, or the name of its type. */
export function hasFeature(world: World, thing: Thing, wanted: readonly string[]): boolean {
  const features: ReadonlySet<string> = featuresOf(world, thing);
  const type = typeOf(thing.name);
  return wanted.some(
    (each) => features.has(each) || type === typeOf(each) || (each === "idle" && isIdle(world, thing)),
  );
}

/** An object or a liquid that is in or on an object. */
export interface Content {
  /** `Fork`, `water in the Mug`. */
  readonly name: string;
  /** Its traits, its states and its type; for a liquid also its kind. */
  readonly features: ReadonlySet<string>;
}

/** Returns everything in or on an object. */
export function contentsInside(world: World, container: Thing, except?: Thing): readonly Content[] {
  const inside = contentsOf(world, container).filter(
    (thing) =>
      except === undefined || (objectKey(thing.name) !== objectKey(except.name) && !isInside(world, thing, except)),
  );
  return [
    ...liquidContent(container),
    ...inside.flatMap((thing) => [
      { name: thing.name, features: new Set<string>([...featuresOf(world, thing), typeOf(thing.name)]) },
      ...liquidContent(thing),
    ]),
  ];
}

/** Whether a device has nothing to work on: an empty microwave, a burner without anything to heat, a faucet without anything to wash. */
function isIdle(world: World, thing: Thing): boolean {
  const features: ReadonlySet<Trait | ThingState> = featuresOf(world, thing);
  if (features.has("water_source"))
    return whereabouts(world, thing).every((basin) => contentsOf(world, basin).length === 0);
  if (!features.has("appliance")) return false;
  const inside = contentsInside(world, thing);
  return typeOf(thing.name) === "StoveBurner"
    ? !inside.some(({ features }) => features.has("food") || features.has("drink"))
    : inside.length === 0;
}

/** Returns the places of a thing: what it is in or on, or where the robot that holds it stands. */
function whereabouts(world: World, thing: Thing): readonly Thing[] {
  if (featuresOf(world, thing).has("water_source")) {
    return world.objects.filter((each) => ["Sink", "Bathtub"].includes(typeOf(each.name)));
  }
  return isHeld(world, thing) ? standsAt(world, thing) : placesOf(world, thing);
}

/** Finds the place that a thing stands at. */
function standsAt(world: World, thing: Thing): readonly Thing[] {
  const near = nearPlace(world, thing);
  return near === undefined ? [] : [near];
}

function isInside(world: World, thing: Thing, container: Thing): boolean {
  return placesOf(world, thing).some(({ name }) => objectKey(name) === objectKey(container.name));
}

/** Returns the liquid in a thing as its content. */
function liquidContent(thing: Thing): readonly Content[] {
  const kind = liquidIn(thing);
  if (kind === undefined) return [];
  const features = new Set<string>([...featuresOfLiquid(thing), kind.toLowerCase()]);
  return [{ name: `${kind} in the ${thing.name}`, features }];
}
