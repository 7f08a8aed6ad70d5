/** Simulates the robot's actions in the household, such as `pick` and `open`: each changes the state or fails with a reason. */
import type { Trait } from "./object-traits.ts";
import { objectKey, typeOf } from "./traits-of.ts";
import {
  contentsOf,
  directContents,
  featuresOf,
  isHeld,
  knownThing,
  liquidIn,
  placesOf,
  type Thing,
  thingNamed,
  type World,
  withThing,
} from "./world.ts";

/** One thing that the agent does. */
export interface HouseholdAction {
  readonly name: HouseholdActionName;
  /** The object of the action; for `put` the receptacle; absent if the action is about the thing in the hand. */
  readonly object?: string;
  /** For `fillLiquid`. */
  readonly liquid?: string;
}

export type HouseholdActionName = (typeof householdActionNames)[number];

export const householdActionNames = [
  "find",
  "pick",
  "put",
  "open",
  "close",
  "slice",
  "turn_on",
  "turn_off",
  "drop",
  "throw",
  "break",
  "cook",
  "dirty",
  "clean",
  "fillLiquid",
  "emptyLiquid",
  "pour",
] as const;

/** The physical limits of a household. */
export interface HouseholdPhysics {
  /** How many objects the agent can hold. */
  readonly hands: number;
  /** Whether every object exists that the agent looks for. Otherwise only those of the world do. */
  readonly open: boolean;
}

/** The world after an action and what the agent sees, or why the action is impossible. */
export type ActionOutcome = { readonly world: World; readonly observation: string } | { readonly error: string };

/** Performs an action in a world. */
export function act(world: World, action: HouseholdAction, physics: HouseholdPhysics): ActionOutcome {
  const thing = subjectOf(world, action);
  if (thing === undefined) {
    const wanted = action.name === "pour" ? "a vessel" : "something";
    return { error: `${action.name}: nothing is in your hand: pick ${wanted} first` };
  }
  if (!physics.open && typeOf(thing.name) !== "Floor" && knownThing(world, thing.name) === undefined) {
    return { error: `${action.name}: there is no ${thing.name}: find something else` };
  }
  const outcome = handlers[action.name](world, thing, action, physics);
  return "error" in outcome
    ? { error: `${action.name}: ${outcome.error}` }
    : settled(outcome.world, thing, action, outcome.observation);
}

type Handler = (world: World, thing: Thing, action: HouseholdAction, physics: HouseholdPhysics) => ActionOutcome;

const handlers: Readonly<Record<HouseholdActionName, Handler>> = {
  find: (world, thing) =>
    closedAround(world, thing) ?? done(withThing(world, thing, {}), `You stand at the ${thing.name}.`),
  pick: (world, thing, _action, { hands }) => {
    const { held = [] } = world;
    if (isHeld(world, thing)) return { error: `the ${thing.name} is in your hand already` };
    if (held.length >= hands) return { error: `your hand holds the ${held.join(" and the ")}: put it down first` };
    if (has(world, thing, "fixture")) return { error: `the ${thing.name} can't be picked up` };
    const closed = closedAround(world, thing);
    if (closed !== undefined) return closed;
    const { in: _, ...picked } = thing;
    const objects = withThing(world, thing, {}).objects.map((each) =>
      objectKey(each.name) === objectKey(thing.name) ? picked : each,
    );
    return done({ ...world, objects, held: [...held, thing.name] }, `The ${thing.name} is in your hand.`);
  },
  put: (world, place) => {
    const thing = lastHeld(world);
    if (thing === undefined) return { error: "nothing is in your hand: pick something first" };
    if (objectKey(thing.name) === objectKey(place.name))
      return { error: `the ${thing.name} is in your hand: name a receptacle` };
    if (placesOf(world, place).some(({ name }) => objectKey(name) === objectKey(thing.name)))
      return { error: `the ${place.name} is in or on the ${thing.name}: name another receptacle` };
    if (place.open === false && has(world, place, "container"))
      return { error: `the ${place.name} is closed: open it first` };
    return done(lay(world, thing, place), `The ${thing.name} is in or on the ${place.name}.`);
  },
  open: (world, thing) =>
    has(world, thing, "appliance") && thing.on === true
      ? { error: `the ${thing.name} is on: turn it off first` }
      : done(withThing(world, thing, { open: true }), `The ${thing.name} is open${seen(world, thing)}.`),
  close: (world, thing) =>
    done(withThing(world, thing, { open: false, unattended: false }), `The ${thing.name} is closed.`),
  slice: changing({ sliced: true }, "sliced"),
  turn_on: (world, thing) => {
    if (!has(world, thing, "toggleable")) return { error: `the ${thing.name} can't be turned on` };
    return done(heatedBy(withThing(world, thing, { on: true }), thing), `The ${thing.name} is on.`);
  },
  turn_off: (world, thing) =>
    has(world, thing, "toggleable")
      ? done(withThing(world, thing, { on: false, unattended: false }), `The ${thing.name} is off.`)
      : { error: `the ${thing.name} can't be turned off` },
  drop: fallen,
  throw: fallen,
  break: changing({ broken: true }, "broken"),
  cook: (world, thing) =>
    has(world, thing, "food")
      ? done(withThing(world, thing, { cooked: true, hot: true }), `The ${thing.name} is cooked.`)
      : { error: `the ${thing.name} can't be cooked: it is no food` },
  dirty: changing({ dirty: true }, "dirty"),
  clean: changing({ dirty: false, soiled: false }, "clean"),
  fillLiquid: (world, thing, { liquid = "water" }) =>
    ["vessel", "basin", "plant"].some((trait) => has(world, thing, trait as Trait))
      ? done(withThing(world, thing, { liquid, hot: false }), `The ${thing.name} is full of ${liquid}.`)
      : { error: `the ${thing.name} can't be filled: name a vessel` },
  emptyLiquid: (world, thing) =>
    liquidIn(thing) === undefined && thing.liquid === null
      ? { error: `the ${thing.name} is empty already` }
      : done(
          spill(withThing(world, thing, { liquid: null }), thing, nearPlace(world, thing)),
          `The ${thing.name} is empty.`,
        ),
  pour: (world, thing, action) => {
    if (thing.liquid === null) return { error: `the ${thing.name} is empty: fill it first` };
    const target = targetOf(world, thing, action);
    const rest = has(world, thing, "sealed") || typeOf(thing.name) === "WateringCan";
    const poured = rest ? world : withThing(world, thing, { liquid: null });
    return done(
      spill(poured, thing, target),
      `The ${thing.name} is poured ${target === undefined ? "out" : `on the ${target.name}`}.`,
    );
  },
};

/** The thing that an action affects: the thing in the hand that it moves, or the object that it names. */
export function subjectOf(world: World, { name, object }: HouseholdAction): Thing | undefined {
  if (name === "pour") {
    const named = object === undefined ? undefined : thingNamed(world, object);
    if (named !== undefined && isHeld(world, named)) return named;
    return heldVessel(world) ?? lastHeld(world);
  }
  if ((name === "drop" || name === "throw") && (object === undefined || !isHeld(world, thingNamed(world, object)))) {
    return lastHeld(world);
  }
  return object === undefined ? lastHeld(world) : thingNamed(world, object);
}

/** The last thing that the agent picked up and still holds. */
export function lastHeld(world: World): Thing | undefined {
  const name = world.held?.at(-1);
  return name === undefined ? undefined : thingNamed(world, name);
}

/** Returns the object onto which a thing falls or a liquid flows. */
export function targetOf(world: World, moved: Thing, { object }: HouseholdAction): Thing | undefined {
  const named = object === undefined ? undefined : thingNamed(world, object);
  if (named !== undefined && objectKey(named.name) !== objectKey(moved.name)) return named;
  return nearPlace(world, moved);
}

/** Returns the place where the robot stands, unless that is the thing itself. */
export function nearPlace(world: World, { name }: Thing): Thing | undefined {
  if (world.near === undefined || objectKey(world.near) === objectKey(name)) return undefined;
  return thingNamed(world, world.near);
}

/** Finds the vessel in the robot's hand, such as a mug. */
function heldVessel(world: World): Thing | undefined {
  return world.held?.map((name) => thingNamed(world, name)).findLast((thing) => has(world, thing, "vessel"));
}

/** Whether a thing has a trait. */
function has(world: World, thing: Thing, trait: Trait): boolean {
  return featuresOf(world, thing).has(trait);
}

/** Returns the result of an action that succeeded: the new state and what the robot observes. */
function done(world: World, observation: string): ActionOutcome {
  return { world, observation };
}

/** Creates an action that only changes states of a thing, such as opening it. */
function changing(changes: Partial<Thing>, result: string): Handler {
  return (world, thing) => done(withThing(world, thing, changes), `The ${thing.name} is ${result}.`);
}

/** Puts a thing from the hand in a place, where it may get hot, wet or dirty. */
function lay(world: World, thing: Thing, place: Thing): World {
  const { held = [] } = world;
  const rest = { ...world, held: held.filter((name) => objectKey(name) !== objectKey(thing.name)) };
  const soiled = ["GarbageCan", "Toilet", "Floor"].includes(typeOf(place.name));
  const moved = withThing(rest, thing, { in: place.name, soiled: soiled || undefined });
  const heater = [place, ...placesOf(moved, place)].find((each) => each.on === true && heats(moved, each));
  return heater === undefined ? moved : heatedBy(moved, heater);
}

/** Drops a thing from the robot's hand. */
function fallen(world: World, thing: Thing, action: HouseholdAction): ActionOutcome {
  if (!isHeld(world, thing)) return { error: `the ${thing.name} is not in your hand: pick it first` };
  const near = targetOf(world, thing, action);
  const receives =
    near !== undefined &&
    near.open !== false &&
    !placesOf(world, near).some(({ name }) => objectKey(name) === objectKey(thing.name)) &&
    (["surface", "container", "basin", "vessel"] as const).some((trait) => has(world, near, trait));
  const place = receives ? near : thingNamed(world, "Floor");
  const lying = lay(world, thing, place);
  const breaks = has(world, thing, "fragile");
  return done(
    breaks ? withThing(lying, thingNamed(lying, thing.name), { broken: true }) : lying,
    `The ${thing.name} ${breaks ? "is broken" : "fell"}: it lies ${receives ? `at the ${near.name}` : "on the floor"}.`,
  );
}

/** Why a thing can't be reached: it is in something closed. */
function closedAround(world: World, thing: Thing): ActionOutcome | undefined {
  const closed = placesOf(world, thing).find(({ open }) => open === false);
  return closed && { error: `the ${thing.name} is in the ${closed.name}, which is closed: open it first` };
}

/** Whether a thing can heat other things. */
function heats(world: World, thing: Thing): boolean {
  return has(world, thing, "heater") || typeOf(thing.name) === "Microwave";
}

/** Heats the things in or on a hot place, and their contents. */
function heatedBy(world: World, heater: Thing): World {
  if (!heats(world, heater)) return world;
  return contentsOf(world, heater).reduce((heated, thing) => withThing(heated, thing, { hot: true }), world);
}

/** Pours a liquid on an object, which gets wet or full. */
function spill(world: World, vessel: Thing, target: Thing | undefined): World {
  if (target === undefined) return world;
  const liquid = liquidIn(vessel) ?? "water";
  if (has(world, target, "vessel")) return withThing(world, target, { liquid });
  return has(world, target, "basin") ? world : withThing(world, target, { wet: true });
}

/** Lists what a thing visibly contains, as the end of a sentence. */
function seen(world: World, thing: Thing): string {
  const inside = directContents(world, thing).map(({ name }) => name);
  return inside.length === 0 ? "" : ` and contains: ${inside.join(", ")}`;
}

/** Records where the robot stands, and which things it left on or open. */
function settled(world: World, thing: Thing, { name }: HouseholdAction, observation: string): ActionOutcome {
  const key = objectKey(thing.name);
  const objects = world.objects.map((each) =>
    objectKey(each.name) !== key && (each.on === true || each.open === true) ? { ...each, unattended: true } : each,
  );
  const stands = ["find", "put", "open", "close", "turn_on", "turn_off"].includes(name) && !isHeld(world, thing);
  return { world: { ...world, objects, near: stands ? thing.name : world.near }, observation };
}
