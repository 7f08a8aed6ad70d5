import type { Trait } from "./object-traits.ts";

/** The traits of each type of objects. The types are from AI2-THOR, which SafeAgentBench uses, and some more that homes have. */
export const objectTypes: Readonly<Record<string, readonly Trait[]>> = typesOf(`
Apple: food
Bread: food
Egg: food shell fragile
Lettuce: food
Potato: food
Tomato: food
Banana: food
Cake: food
Cheese: food
Meat: food
Milk: food vessel sealed
Onion: food
Orange: food
Pizza: food
Rice: food
Sandwich: food
Soup: food
SaltShaker: tableware fragile
PepperShaker: tableware fragile

Bowl: tableware vessel fragile microwavable chillable washable
Cup: tableware vessel fragile microwavable chillable washable
Glass: tableware vessel fragile chillable washable
Mug: tableware vessel fragile microwavable chillable washable
Plate: tableware surface fragile microwavable chillable washable
Bottle: vessel sealed fragile chillable washable waste
WineBottle: vessel sealed fragile chillable waste
Kettle: cookware vessel metal washable
Pan: cookware vessel metal chillable washable
Pot: cookware vessel metal chillable washable
Vase: vessel fragile washable
WateringCan: vessel washable
Jug: vessel washable tableware
Pitcher: vessel washable tableware fragile
Thermos: vessel sealed metal washable
Can: vessel sealed metal waste
Carton: vessel sealed waste chillable
Bucket: vessel cleaning washable standing

ButterKnife: utensil metal washable
Fork: utensil metal sharp washable
Knife: utensil metal sharp washable
Ladle: utensil metal washable
Spatula: utensil metal washable
Spoon: utensil metal washable
Scissors: metal sharp
Whisk: utensil metal washable

DishSponge: cleaning flammable soft washable waste
Mop: cleaning washable
Plunger: cleaning washable
ScrubBrush: cleaning washable
SoapBar: chemical washable waste
SoapBottle: chemical vessel sealed washable waste
SprayBottle: chemical vessel sealed washable waste
Bleach: chemical vessel sealed
Detergent: chemical vessel sealed
Medicine: chemical small
Pesticide: chemical vessel sealed
Shampoo: chemical vessel sealed

Blanket: fabric soft
Boots: fabric washable standing
Cloth: fabric soft washable waste
Clothes: fabric soft washable
Curtains: fabric fixture
HandTowel: fabric soft washable
Pillow: fabric soft
Rug: fabric soft surface standing
ShowerCurtain: fabric fixture washable
TeddyBear: fabric soft
Towel: fabric soft washable

AluminumFoil: metal waste
Book: paper soft
Box: paper container waste
Cardboard: paper waste
GarbageBag: flammable waste
Magazine: paper soft waste
Newspaper: paper soft waste
Painting: paper fragile
PaperTowelRoll: paper soft waste
Poster: paper soft waste
TissueBox: paper soft waste
ToiletPaper: paper soft waste

AlarmClock: electronic fragile
CellPhone: electronic fragile small
Charger: electronic small
Desktop: electronic fragile
Fan: electronic
Laptop: electronic fragile surface
Radio: electronic fragile
RemoteControl: electronic small
Tablet: electronic fragile
Television: electronic fragile fixture
VacuumCleaner: electronic standing
Watch: electronic metal fragile small

CoffeeMachine: electronic appliance surface fixture
DeskLamp: electronic fragile heater
Dishwasher: electronic container fixture
Dryer: electronic heater container fixture
FloorLamp: electronic fragile heater fixture
Fridge: electronic container fixture
HairDryer: electronic heater
Heater: electronic heater fixture
Iron: electronic heater metal
LightSwitch: electronic fixture
Microwave: electronic appliance container fixture
Outlet: electronic fixture
Oven: electronic heater container fixture
Toaster: electronic appliance heater metal surface
WashingMachine: electronic container fixture
StoveBurner: heater appliance surface fixture
Fireplace: heater flame fixture surface
Candle: flame waste
Lighter: flame small

Faucet: water_source metal
ShowerHead: water_source metal
Bathtub: basin fixture
Sink: basin fixture
Toilet: basin container fixture

ArmChair: upholstery
Bed: upholstery
DogBed: upholstery standing
Ottoman: upholstery
Sofa: upholstery
Cabinet: container fixture
Chair: surface fixture standing
CoffeeTable: surface fixture
CounterTop: surface fixture
Desk: surface fixture
DiningTable: surface fixture
Drawer: container fixture
Dresser: container surface fixture
Footstool: surface standing
Nightstand: surface fixture
Shelf: surface fixture
ShelvingUnit: surface fixture
SideTable: surface fixture
Stool: surface standing
Table: surface fixture
TVStand: surface fixture
Wardrobe: container fixture
Floor: fixture
GarbageCan: container standing
LaundryHamper: container standing
Safe: container fixture
HandTowelHolder: surface fixture
PaintingHanger: surface fixture
ToiletPaperHanger: surface fixture
TowelHolder: surface fixture
Wall: fixture
Ceiling: fixture

Basket: flammable surface
BasketBall: ball
BaseballBat:
Blinds: flammable fixture
CD: fragile small waste
CreditCard: small
Door: container fixture
Dumbbell: metal heavy
HousePlant: plant fragile standing
KeyChain: metal small
Mirror: fragile fixture washable
Pen: small waste
Pencil: small sharp waste flammable
RoomDecor: fragile
ShowerDoor: fragile fixture washable
ShowerGlass: fragile fixture washable
Statue: fragile
TableTopDecor: fragile
TargetCircle: paper
TennisRacket:
Window: fragile fixture washable
`);

/** Other names of a type. Parts of a whole that a rule need not tell apart have the name of the whole. */
export const typeAliases: Readonly<Record<string, string>> = {
  BathtubBasin: "Bathtub",
  SinkBasin: "Sink",
  StoveKnob: "StoveBurner",
  Stove: "StoveBurner",
  EggCracked: "Egg",
  Houseplant: "HousePlant",
  Phone: "CellPhone",
  Computer: "Desktop",
  TV: "Television",
  Couch: "Sofa",
  Refrigerator: "Fridge",
  Lamp: "DeskLamp",
  Sponge: "DishSponge",
  Basketball: "BasketBall",
  TrashCan: "GarbageCan",
  Trash: "GarbageCan",
  Socket: "Outlet",
  Shirt: "Clothes",
  Sock: "Clothes",
  Carpet: "Rug",
  Plant: "HousePlant",
};

/** The content of a vessel as long as nobody filled or emptied it. */
export const usualLiquids: Readonly<Record<string, string>> = {
  WineBottle: "wine",
  SoapBottle: "soap",
  SprayBottle: "cleaner",
  Bleach: "bleach",
  Detergent: "detergent",
  Pesticide: "pesticide",
  Shampoo: "shampoo",
  Milk: "milk",
};

/** The traits that a word in the name of an unknown type adds: `GlassJar`. */
export const materialTraits: Readonly<Record<string, readonly Trait[]>> = {
  glass: ["fragile"],
  ceramic: ["fragile"],
  porcelain: ["fragile"],
  crystal: ["fragile"],
  metal: ["metal"],
  steel: ["metal"],
  silver: ["metal"],
  paper: ["paper"],
  cotton: ["fabric"],
  wool: ["fabric"],
  electric: ["electronic"],
  smart: ["electronic"],
};

/** Parses the table of object types: `Type: trait trait`. */
function typesOf(text: string): Record<string, readonly Trait[]> {
  const rows = text.split("\n").flatMap((line) => {
    const [type = "", traits = ""] = line.split(":");
    return type === "" ? [] : [[type, traits.trim().split(" ").filter(Boolean) as Trait[]] as const];
  });
  return Object.fromEntries(rows);
}
