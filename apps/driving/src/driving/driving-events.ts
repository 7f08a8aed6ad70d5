/** The events of the simulated drive that can trigger a rule, such as `Driving.red_light_detected`. */
import type { DrivingState } from "./driving-state.ts";

/** The events that rules can have as a trigger, as `Driving.red_light_detected`. */
export const drivingEvents = [
  "red_light_detected",
  "entering_roundabout",
  "rain_started",
  "pedestrian_detected",
  "obstacle_detected",
  "entering_junction",
] as const;

export type DrivingEvent = (typeof drivingEvents)[number];

/** The events that happen as long as a state lasts. `rain_started` happens once. */
export function eventsIn(before: DrivingState, after: DrivingState): readonly DrivingEvent[] {
  return drivingEvents.filter((event) => conditions[event](after, before));
}

const conditions: Readonly<Record<DrivingEvent, (now: DrivingState, before: DrivingState) => boolean>> = {
  red_light_detected: ({ trafficLight }) => trafficLight?.color === 1,
  entering_roundabout: ({ roundaboutDistance: distance }) => distance !== undefined && distance <= 20,
  rain_started: ({ rain = false }, { rain: before = false }) => rain && !before,
  pedestrian_detected: ({ pedestrianDistance }) => pedestrianDistance !== undefined,
  obstacle_detected: ({ obstacleDistance }) => obstacleDistance !== undefined,
  entering_junction: ({ junctionDistance: distance }) => distance !== undefined && distance <= 20,
};
