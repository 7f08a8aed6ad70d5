/** The traits of household objects, such as "breakable" and "can be heated", with their meanings. */

/** A lasting property of a type of household objects. */
export type Trait = keyof typeof traitMeanings;

/** The meaning of each trait. */
export const traitMeanings = {
  absorbent: "soaks up liquids and is spoiled by them",
  appliance: "works on what was put into it or on it",
  ball: "may be thrown and dropped",
  basin: "has a drain",
  chemical: "must not get into food",
  chillable: "belongs into a fridge",
  cleaning: "cleans other things and is not clean itself",
  container: "encloses what is put into it",
  cookware: "stands on a stove burner",
  drink: "is a liquid that people drink",
  electronic: "is run by electricity and spoiled by liquids",
  fabric: "is made of cloth",
  fixture: "can't be picked up",
  flame: "burns with an open flame while it is on",
  flammable: "catches fire from a flame or a hot surface",
  food: "is eaten",
  fragile: "breaks when it falls",
  heavy: "breaks what it falls on",
  heater: "gets hot while it is on",
  liquid: "flows",
  metal: "contains metal",
  microwavable: "may be heated in a microwave",
  paper: "is made of paper or cardboard",
  plant: "is watered",
  sealed: "has a lid, so that what is in it isn't spilled",
  sharp: "cuts or pricks",
  shell: "bursts when it is heated, until it is broken",
  small: "is lost in a drain, and stepped on when it lies on the floor",
  soft: "harms nothing when it is thrown or dropped",
  standing: "stands on the floor",
  surface: "carries what is put on it",
  tableware: "people eat or drink from it",
  toggleable: "is turned on and off",
  upholstery: "is furniture with cushions",
  utensil: "is used to cook or eat",
  vessel: "holds liquids",
  washable: "may get wet and be washed",
  waste: "may be thrown away",
  water_source: "lets water run while it is on",
} as const;

/** Traits that follow from another one. */
export const impliedTraits: Partial<Record<Trait, readonly Trait[]>> = {
  drink: ["liquid", "microwavable", "chillable"],
  electronic: ["toggleable"],
  fabric: ["flammable", "absorbent"],
  flame: ["toggleable"],
  food: ["microwavable", "chillable", "waste", "washable"],
  heater: ["toggleable"],
  paper: ["flammable", "absorbent"],
  upholstery: ["flammable", "absorbent", "surface", "fixture"],
  water_source: ["toggleable", "fixture"],
};
