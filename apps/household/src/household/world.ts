/** The state of the simulated household as JSON: its things, their places and their states. */
import type { Trait } from "./object-traits.ts";
import { usualLiquids } from "./object-types.ts";
import { liquidTraits, objectKey, traitsOf, typeOf } from "./traits-of.ts";

/** The state of a household, as JSON. */
export interface World {
  readonly objects: readonly Thing[];
  /** The names of the objects in the agent's hands, in the order in which they were picked up. */
  readonly held?: readonly string[];
  /** The object that the agent stands at. */
  readonly near?: string;
}

/** An object, and what is known of its state. What is absent is as usual. */
export interface Thing {
  readonly name: string;
  /** The thing that it is in or on; absent if it is in a hand or at its usual place. */
  readonly in?: string;
  /** Whether it is open; absent if nobody has looked. */
  readonly open?: boolean;
  readonly on?: boolean;
  /** Whether the agent did something else since it turned it on or opened it. */
  readonly unattended?: boolean;
  /** The liquid in it; `null` if it was emptied. */
  readonly liquid?: string | null;
  readonly hot?: boolean;
  readonly cooked?: boolean;
  readonly sliced?: boolean;
  readonly broken?: boolean;
  readonly wet?: boolean;
  readonly dirty?: boolean;
  /** Whether it touched waste, or something that must not get into food. */
  readonly soiled?: boolean;
}

/** A state that rules can ask about like a trait. */
export type ThingState = (typeof thingStates)[number];

export const thingStates = [
  "broken",
  "burning",
  "closed",
  "cooked",
  "dirty",
  "empty",
  "filled",
  "held",
  "hot",
  "off",
  "on",
  "open",
  "sliced",
  "soiled",
  "unattended",
  "wet",
] as const;

/** The object of this name, or the first one of this type; one that nobody has seen yet is in its usual state. */
export function thingNamed(world: World, name: string): Thing {
  return knownThing(world, name) ?? { name: name.trim() };
}

/** Like {@link thingNamed}, but `undefined` if the world has no such object. */
export function knownThing({ objects }: World, name: string): Thing | undefined {
  const key = objectKey(name);
  const exact = objects.find((thing) => objectKey(thing.name) === key);
  return exact ?? (/\d$/.test(name) ? undefined : objects.find((thing) => typeOf(thing.name) === typeOf(name)));
}

/** The things in or on an object, also those in its contents. */
export function contentsOf(world: World, container: Thing): readonly Thing[] {
  const found: Thing[] = [];
  // A host's state may say that two objects are in each other.
  const seen = new Set([objectKey(container.name)]);
  for (const rest = [container]; rest.length > 0; ) {
    for (const thing of directContents(world, rest.pop() as Thing)) {
      if (seen.has(objectKey(thing.name))) continue;
      seen.add(objectKey(thing.name));
      found.push(thing);
      rest.push(thing);
    }
  }
  return found;
}

/** The things directly in or on an object. */
export function directContents({ objects }: World, { name }: Thing): readonly Thing[] {
  const key = objectKey(name);
  return objects.filter((thing) => thing.in !== undefined && objectKey(thing.in) === key);
}

/** The things that an object is in or on, from the inside to the outside. */
export function placesOf(world: World, thing: Thing): readonly Thing[] {
  const places: Thing[] = [];
  const seen = new Set([objectKey(thing.name)]);
  for (let { in: name } = thing; name !== undefined && !seen.has(objectKey(name)); ) {
    seen.add(objectKey(name));
    const place = thingNamed(world, name);
    places.push(place);
    name = place.in;
  }
  return places;
}

/** The liquid in an object. */
export function liquidIn({ name, liquid }: Thing): string | undefined {
  const type = typeOf(name);
  const usual = Object.hasOwn(usualLiquids, type) ? usualLiquids[type] : undefined;
  return liquid === undefined ? usual : (liquid ?? undefined);
}

/** The traits and the states of an object. */
export function featuresOf(world: World, thing: Thing): ReadonlySet<Trait | ThingState> {
  const features = new Set<Trait | ThingState>(traitsOf(typeOf(thing.name)));
  if (features.has("shell") && (thing.broken === true || thing.sliced === true)) {
    features.delete("shell");
    features.delete("fragile");
  }
  if (features.has("shell")) features.delete("microwavable");
  for (const state of ["broken", "cooked", "dirty", "hot", "sliced", "soiled", "unattended", "wet"] as const) {
    if (thing[state] === true) features.add(state);
  }
  features.add(thing.on === true ? "on" : "off");
  if (features.has("flame") && thing.on === true) features.add("burning");
  if (thing.open !== undefined) features.add(thing.open ? "open" : "closed");
  if (isHeld(world, thing)) features.add("held");
  const filled = liquidIn(thing) !== undefined;
  if (filled) features.add("filled");
  if (!filled && directContents(world, thing).length === 0) features.add("empty");
  return features;
}

/** The traits of the liquid in an object; none without one. */
export function featuresOfLiquid(thing: Thing): ReadonlySet<Trait | ThingState> {
  const liquid = liquidIn(thing);
  return liquid === undefined ? new Set() : liquidTraits(liquid);
}

export function isHeld({ held = [] }: World, { name }: Thing): boolean {
  return held.some((each) => objectKey(each) === objectKey(name));
}

/** Returns the world with one object changed. */
export function withThing(world: World, thing: Thing, changes: Partial<Thing>): World {
  const changed = { ...thing, ...changes };
  const key = objectKey(thing.name);
  const found = world.objects.some(({ name }) => objectKey(name) === key);
  const objects = found
    ? world.objects.map((each) => (objectKey(each.name) === key ? changed : each))
    : [...world.objects, changed];
  return { ...world, objects };
}
