/** The state of the simulated car and of the road, as JSON that rules read. */

/** The state of a car and of the road, as JSON. Distances are in meters ahead, and absent if nothing is in sight. */
export interface DrivingState {
  /** Seconds since the beginning. */
  readonly time: number;
  /** In km/h. */
  readonly egoSpeed: number;
  /** 1 on the fast lane, 0 on another one. */
  readonly lane: 0 | 1;
  /** Whether nothing blocks the other lane. */
  readonly otherLaneFree?: boolean;
  readonly destinationDistance?: number;
  readonly frontVehicleDistance?: number;
  /** In km/h. */
  readonly frontVehicleSpeed?: number;
  readonly obstacleDistance?: number;
  readonly pedestrianDistance?: number;
  readonly stopLineDistance?: number;
  readonly junctionDistance?: number;
  readonly roundaboutDistance?: number;
  readonly trafficLight?: {
    readonly distance: number;
    /** 1 is red, 2 yellow and 3 green. */
    readonly color: 1 | 2 | 3;
  };
  readonly rain?: boolean;
  readonly snow?: boolean;
  readonly fog?: boolean;
  /** Whether the road behind the next junction is full. */
  readonly jam?: boolean;
  readonly emergencyStop?: boolean;
}

/** Returns the state that a host gives to rules if it is the state of a car. */
export function drivingState(state: unknown): DrivingState | undefined {
  if (typeof state !== "object" || state === null) return undefined;
  const { egoSpeed, lane } = state as Partial<Record<keyof DrivingState, unknown>>;
  return typeof egoSpeed === "number" && (lane === 0 || lane === 1) ? (state as DrivingState) : undefined;
}
