/** The subpath `@helve/lagent/bing-map`: distances, routes and places by Bing Maps. */
import type { ToolContext } from "@helve/core";
import type { Policy } from "@helve/predicates";
import { ToolError, Toolkit, type ToolkitTexts, toolApi } from "@helve/tool";
import type { CommonToolkitOptions, HttpOptions } from "@helve/toolkits";
import {
  type HttpRequest,
  httpJson,
  httpOptionNames,
  listAt,
  memberAt,
  numberAt,
  requiredKey,
  textAt,
  toolkitOptions,
} from "@helve/toolkits/internal";

export type { HttpOptions } from "@helve/toolkits";

/** Options of {@link BINGMap}. */
export interface BINGMapOptions extends CommonToolkitOptions, HttpOptions {
  /** The key of Bing Maps; that of `BING_MAP_KEY` by default. */
  readonly apiKey?: string | undefined;
  /** The address of the REST services, version 1; that of Microsoft by default. */
  readonly url?: string | undefined;
}

/** A place on the map. */
export interface BINGMapPlace {
  readonly name: string;
  readonly address: string;
}

/**
 * Distances, routes and places of Bing Maps (Lagent `BINGMap`). Microsoft has ended the service for free accounts; `url` can be that of
 * another service with the same answers.
 *
 * @throws TypeError if there is no key
 * @example
 * const executor = new ActionExecutor([new BINGMap({ apiKey })]);
 */
export class BINGMap extends Toolkit {
  override readonly name = "BINGMap";
  static readonly description = "Finds distances, routes and places on a map.";
  readonly #apiKey: string;
  readonly #options: BINGMapOptions;

  constructor(options: BINGMapOptions = {}) {
    super(toolkitOptions(options, { ...httpOptionNames, apiKey: true, url: true }, chinese));
    this.#apiKey = requiredKey("BINGMap", options.apiKey, "BING_MAP_KEY");
    this.#options = options;
  }

  @toolApi(
    `Get the driving distance between two places.

    Args:
        start (str): the first place
        end (str): the second place

    Returns:
        dict: the distance
            - distance (float): the distance in km`,
    { explodeReturn: true, idempotent: true, parallel: true },
  )
  async get_distance(start: string, end: string, { signal }: ToolContext): Promise<{ readonly distance: number }> {
    const route = await this.#route(start, end, signal);
    const distance = numberAt(route, "travelDistance");
    if (distance === undefined) throw noRoute(start, end);
    return { distance };
  }

  @toolApi(
    `Get how to drive from one place to another.

    Args:
        start (str): the first place
        end (str): the second place

    Returns:
        dict: the route
            - route (list[str]): what to do, step by step`,
    { explodeReturn: true, idempotent: true, parallel: true },
  )
  async get_route(start: string, end: string, { signal }: ToolContext): Promise<{ readonly route: readonly string[] }> {
    const route = await this.#route(start, end, signal);
    const steps = listAt(route, "routeLegs").flatMap((leg) => listAt(leg, "itineraryItems"));
    return { route: steps.map((step) => textAt(step, "instruction", "text")).filter((text) => text !== "") };
  }

  @toolApi(
    `Get the coordinates of a place.

    Args:
        location (str): the place

    Returns:
        dict: the coordinates
            - latitude (float): the latitude
            - longitude (float): the longitude`,
    { explodeReturn: true, idempotent: true, parallel: true },
  )
  get_coordinates(location: string, { signal }: ToolContext): Promise<Coordinates> {
    return this.#coordinates(location, signal);
  }

  @toolApi(
    `Find places of a kind near a place. Without a place, give its coordinates.

    Args:
        search_term (str): what to find, such as a kind of shop or a name
        places (str, optional): the place near which to search
        latitude (float, optional): the latitude if there is no place
        longitude (float, optional): the longitude if there is no place
        radius (int, optional): how far away, in meters, at most 5000

    Returns:
        dict: the places
            - places (list[dict]): name and address of each`,
    { explodeReturn: true, idempotent: true, parallel: true },
  )
  async search_nearby(
    search_term: string,
    places = "unknown",
    latitude = 0.0,
    longitude = 0.0,
    radius = 5000,
    { signal }: ToolContext,
  ): Promise<{ readonly places: readonly BINGMapPlace[] }> {
    if (radius < 1 || radius > 5000) throw new ToolError(`"radius" must be from 1 to 5000 m (got ${radius})`);
    const isKnown = places !== "unknown" && places.trim() !== "";
    const center = isKnown ? await this.#coordinates(places, signal) : { latitude, longitude };
    const userCircularMapView = `${center.latitude},${center.longitude},${radius}`;
    const found = await this.#request("LocalSearch", { query: search_term, userCircularMapView }, signal);
    return {
      places: found.map((place) => ({
        name: textAt(place, "name"),
        address: textAt(place, "Address", "formattedAddress"),
      })),
    };
  }

  async #route(start: string, end: string, signal: AbortSignal): Promise<unknown> {
    const query = { "wp.0": start, "wp.1": end, distanceUnit: "km" };
    const [route] = await this.#request("Routes/Driving", query, signal);
    if (route === undefined) throw noRoute(start, end);
    return route;
  }

  async #coordinates(location: string, signal: AbortSignal): Promise<Coordinates> {
    const [found] = await this.#request("Locations", { query: location, maxResults: 1 }, signal);
    const latitude = numberAt(found, "point", "coordinates", 0);
    const longitude = numberAt(found, "point", "coordinates", 1);
    if (latitude === undefined || longitude === undefined) {
      throw new ToolError(`There is no place ${JSON.stringify(location)} on the map`);
    }
    return { latitude, longitude };
  }

  /** The resources in the answer. */
  async #request(path: string, query: HttpRequest["query"], signal: AbortSignal): Promise<readonly unknown[]> {
    const { url = "https://dev.virtualearth.net/REST/v1" } = this.#options;
    const request = { query: { ...query, o: "json", key: this.#apiKey }, key: this.#apiKey, signal };
    const address = `${url.replace(/\/+$/, "")}/${path}`;
    const answer = await httpJson("Bing Maps", address, request, this.#options);
    return listAt(memberAt(answer, "resourceSets", 0), "resources");
  }
}

/** The meaning of the arguments for rules: entries of a policy's `tools`. */
export const bingMapUses: NonNullable<Policy<never>["tools"]> = {
  "BINGMap.get_distance": [],
  "BINGMap.get_route": [],
  "BINGMap.get_coordinates": [],
  "BINGMap.search_nearby": [],
};

/** A point on the map, in degrees. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

function noRoute(start: string, end: string): ToolError {
  return new ToolError(`There is no road from ${JSON.stringify(start)} to ${JSON.stringify(end)}`);
}

const chinese: ToolkitTexts = {
  description: "在地图上查找距离、路线和地点。",
  tools: {
    get_distance: { description: "获取两地之间的驾车距离。", parameters: { start: "起点", end: "终点" } },
    get_route: { description: "获取从一地到另一地的驾车路线。", parameters: { start: "起点", end: "终点" } },
    get_coordinates: { description: "获取地点的坐标。", parameters: { location: "地点" } },
    search_nearby: {
      description: "查找某地附近的某类地点；没有地名时给出坐标。",
      parameters: {
        search_term: "要找的内容，例如一类商店或名称",
        places: "在哪个地点附近查找",
        latitude: "没有地名时的纬度",
        longitude: "没有地名时的经度",
        radius: "距离，单位为米，最多 5000",
      },
    },
  },
};
