import type { Finding, Predicate, PredicatePhrase, Truth } from "@helve/core";
import { type Clauses, phraseOf } from "@helve/core/internal";
import { type DrivingState, drivingState } from "./driving-state.ts";

/** Creates the predicates about a car and the road, for `predicates` of an engine. Published rules use the same names. */
export function drivingPredicates(): readonly Predicate[] {
  return [
    ...distances.map(([name, { what, no, zh }, distance]) =>
      numeric(
        {
          name,
          description: `Whether ${what} is at most so many meters away.`,
          phrase: phraseOf([`${what} is within {0} m`, `${no} within {0} m`, `${zh}在{0}米以内`, `${zh}不在{0}米以内`]),
          parameter: "meters",
        },
        (state, meters) => {
          const value = distance(state);
          return value !== undefined && value <= meters;
        },
      ),
    ),
    numeric(
      {
        name: "egospeedH",
        description: "Whether the car is faster.",
        phrase: phraseOf([
          "the car is faster than {0} km/h",
          "the car is not faster than {0} km/h",
          "车速高于{0} km/h",
          "车速不高于{0} km/h",
        ]),
        parameter: "km_per_hour",
      },
      ({ egoSpeed }, speed) => egoSpeed > speed,
    ),
    numeric(
      {
        name: "egospeedL",
        description: "Whether the car is slower.",
        phrase: phraseOf([
          "the car is slower than {0} km/h",
          "the car is not slower than {0} km/h",
          "车速低于{0} km/h",
          "车速不低于{0} km/h",
        ]),
        parameter: "km_per_hour",
      },
      ({ egoSpeed }, speed) => egoSpeed < speed,
    ),
    numeric(
      {
        name: "trafficlight_color",
        description: "Whether the next light is red (1), yellow (2) or green (3).",
        phrase: [lightPhrase(1, "red", "红灯"), lightPhrase(2, "yellow", "黄灯"), lightPhrase(3, "green", "绿灯")],
        parameter: "color",
      },
      (state, color) => state.trafficLight?.color === color,
    ),
    numeric(
      {
        name: "is_fast_lane",
        description: "Whether the car is on the fast lane (1), or on another one (0).",
        phrase: flagPhrases([
          "the car is on the fast lane",
          "the car is not on the fast lane",
          "车在快车道上",
          "车不在快车道上",
        ]),
        parameter: "fast",
      },
      ({ lane }, fast) => lane === fast,
    ),
    ...flags.map(([name, description, clauses, flag]) =>
      numeric(
        { name, description, phrase: flagPhrases(clauses), parameter: "yes", usual: 1 },
        (state, yes) => flag(state) === (yes !== 0),
      ),
    ),
  ];
}

/** A thing that may be ahead: `an obstacle`; `no obstacle is`, before "within"; “障碍物”. */
interface Ahead {
  readonly what: string;
  readonly no: string;
  readonly zh: string;
}

const vehicle: Ahead = { what: "the vehicle in front", no: "the vehicle in front is not", zh: "前车" };
const obstacle: Ahead = { what: "an obstacle", no: "no obstacle is", zh: "障碍物" };
const pedestrian: Ahead = { what: "a pedestrian", no: "no pedestrian is", zh: "行人" };
const stopLine: Ahead = { what: "a stop line", no: "no stop line is", zh: "停止线" };
const light: Ahead = { what: "a traffic light", no: "no traffic light is", zh: "交通灯" };
const junction: Ahead = { what: "a junction", no: "no junction is", zh: "路口" };
const destination: Ahead = { what: "the destination", no: "the destination is not", zh: "目的地" };

const distances: readonly (readonly [string, Ahead, (state: DrivingState) => number | undefined])[] = [
  ["v_f_disL", vehicle, (state) => state.frontVehicleDistance],
  ["front_vehicle_closer_than", vehicle, (state) => state.frontVehicleDistance],
  ["o_f_disL", obstacle, (state) => state.obstacleDistance],
  ["obstacle_distance_leq", obstacle, (state) => state.obstacleDistance],
  ["pedestrian_disL", pedestrian, (state) => state.pedestrianDistance],
  ["stop_disL", stopLine, (state) => state.stopLineDistance],
  ["traffic_light_disL", light, (state) => state.trafficLight?.distance],
  ["intersection_disL", junction, (state) => state.junctionDistance],
  ["destination_disL", destination, (state) => state.destinationDistance],
];

const flags: readonly (readonly [string, string, Clauses, (state: DrivingState) => boolean])[] = [
  [
    "is_other_lane_free",
    "Whether the other lane is free (1) or not (0).",
    ["the other lane is free", "the other lane is not free", "另一车道空闲", "另一车道不空闲"],
    ({ otherLaneFree = false }) => otherLaneFree,
  ],
  [
    "rain",
    "Whether it rains (1) or not (0).",
    ["it rains", "it does not rain", "正在下雨", "没有下雨"],
    ({ rain = false }) => rain,
  ],
  [
    "snow",
    "Whether it snows (1) or not (0).",
    ["it snows", "it does not snow", "正在下雪", "没有下雪"],
    ({ snow = false }) => snow,
  ],
  [
    "fog",
    "Whether there is fog (1) or not (0).",
    ["there is fog", "there is no fog", "有雾", "没有雾"],
    ({ fog = false }) => fog,
  ],
  [
    "is_jam",
    "Whether the road behind the junction is full (1) or not (0).",
    [
      "the road behind the junction is full",
      "the road behind the junction is not full",
      "路口后方的道路已堵塞",
      "路口后方的道路没有堵塞",
    ],
    ({ jam = false }) => jam,
  ],
  [
    "is_e_stop",
    "Whether the car makes an emergency stop (1) or not (0).",
    ["the car makes an emergency stop", "the car does not make an emergency stop", "车正在紧急停车", "车没有紧急停车"],
    ({ emergencyStop = false }) => emergencyStop,
  ],
];

/** Creates the phrases of a predicate about the color of the next traffic light. */
function lightPhrase(color: number, en: string, zh: string): PredicatePhrase {
  const clauses = [
    `the next traffic light is ${en}`,
    `the next traffic light is not ${en}`,
    `下一个交通灯是${zh}`,
    `下一个交通灯不是${zh}`,
  ] as const;
  return { when: [color], ...phraseOf(clauses) };
}

/** Creates phrases for a flag predicate: for 1 (or no number) and for 0. */
function flagPhrases([en, notEn, zh, notZh]: Clauses): readonly PredicatePhrase[] {
  const yes = phraseOf([en, notEn, zh, notZh]);
  const no = phraseOf([notEn, en, notZh, zh]);
  return [
    { when: [1], ...yes },
    { when: [0], ...no },
    { when: [], ...yes },
  ];
}

/** A predicate with one number. Without the number it is unknown, unless there is a usual one. */
function numeric(
  {
    parameter,
    usual,
    ...texts
  }: Pick<Predicate, "name" | "description" | "phrase"> & {
    readonly parameter: string;
    readonly usual?: number;
  },
  test: (state: DrivingState, value: number) => boolean,
): Predicate {
  return {
    ...texts,
    parameters: [{ name: parameter, schema: { type: "number" }, required: usual === undefined }],
    evaluate: ([argument], context) => {
      const state = drivingState(context.state);
      const value = argument === undefined ? usual : argument.value;
      if (state === undefined) return finding("unknown", "the state of the car is not known");
      if (typeof value !== "number") return finding("unknown", `${texts.name} needs a number`);
      const truth = test(state, value);
      return finding(truth, `${truth ? "it is" : "it is not"} so at ${state.egoSpeed.toFixed(1)} km/h`);
    },
  };
}

/** Creates a finding without evidence. */
function finding(value: Truth, reason: string): Finding {
  return { value, reason, evidence: [] };
}
