import { BINGMap, type BINGMapOptions, bingMapUses } from "@helve/lagent/bing-map";
import { callTool, testDescriptions } from "@helve/toolkit-tests/describe-toolkit";
import { failuresOf, secretKey } from "@helve/toolkit-tests/failing-service";
import { localService } from "@helve/toolkit-tests/local-service";
import { describe, expect, it } from "vitest";

/** The result of a tool, and the requests that the service received, without the key. */
async function called(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  resources: Readonly<Record<string, readonly unknown[]>>,
) {
  await using service = await localService(({ url }) => ({
    json: { statusCode: 200, resourceSets: [{ resources: resources[url.pathname] ?? [] }] },
  }));
  const kit = new BINGMap({ apiKey: secretKey, url: `${service.url}/REST/v1/` });
  const result = await callTool(kit, tool, args);
  const requests = service.requests.map(({ url }) => {
    const { key, o, ...query } = Object.fromEntries(url.searchParams);
    expect([key, o]).toEqual([secretKey, "json"]);
    return { path: url.pathname, ...query };
  });
  return { result, requests };
}

const route = {
  distanceUnit: "Kilometer",
  travelDistance: 94.5,
  routeLegs: [
    { itineraryItems: [{ instruction: { text: "Head north" } }, { instruction: {} }] },
    { itineraryItems: [{ instruction: { text: "Arrive" } }] },
  ],
};
const ulm = { name: "Ulm", point: { type: "Point", coordinates: [48.4, 9.99] } };

describe("BINGMap", () => {
  testDescriptions({
    document: "bing-map",
    create: (locale) => new BINGMap({ locale, apiKey: "k" }),
    uses: bingMapUses,
  });

  it("gets distances and routes", async () => {
    const args = { start: "Ulm & more", end: "Stuttgart" };
    const resources = { "/REST/v1/Routes/Driving": [route] };
    expect(await called("get_distance", args, resources)).toEqual({
      result: { distance: 94.5 },
      requests: [{ path: "/REST/v1/Routes/Driving", "wp.0": "Ulm & more", "wp.1": "Stuttgart", distanceUnit: "km" }],
    });
    expect((await called("get_route", args, resources)).result).toEqual({ route: ["Head north", "Arrive"] });
    for (const tool of ["get_distance", "get_route"]) {
      await expect(called(tool, args, {})).rejects.toThrow('There is no road from "Ulm & more" to "Stuttgart"');
    }
  });

  it("gets coordinates", async () => {
    expect(await called("get_coordinates", { location: "Ulm" }, { "/REST/v1/Locations": [ulm] })).toEqual({
      result: { latitude: 48.4, longitude: 9.99 },
      requests: [{ path: "/REST/v1/Locations", query: "Ulm", maxResults: "1" }],
    });
    await expect(called("get_coordinates", { location: "x" }, {})).rejects.toThrow('There is no place "x" on the map');
  });

  it("finds places near a place or near coordinates", async () => {
    const found = [{ name: "Café", Address: { formattedAddress: "Road 1, Ulm" } }, { name: "Bar" }];
    const resources = { "/REST/v1/Locations": [ulm], "/REST/v1/LocalSearch": found };
    const near = await called("search_nearby", { search_term: "coffee", places: "Ulm", radius: 100 }, resources);
    expect(near).toEqual({
      result: {
        places: [
          { name: "Café", address: "Road 1, Ulm" },
          { name: "Bar", address: "" },
        ],
      },
      requests: [
        { path: "/REST/v1/Locations", query: "Ulm", maxResults: "1" },
        { path: "/REST/v1/LocalSearch", query: "coffee", userCircularMapView: "48.4,9.99,100" },
      ],
    });
    const point = { search_term: "coffee", latitude: 1.5, longitude: -2 };
    expect((await called("search_nearby", point, {})).requests).toEqual([
      { path: "/REST/v1/LocalSearch", query: "coffee", userCircularMapView: "1.5,-2,5000" },
    ]);
    await expect(called("search_nearby", { ...point, radius: 0 }, {})).rejects.toThrow(
      '"radius" must be from 1 to 5000 m',
    );
  });

  it("fails without a word of the key, which is in the query", async () => {
    const create = (options: BINGMapOptions) => new BINGMap({ apiKey: secretKey, ...options });
    expect(await failuresOf({ create, tool: "get_coordinates", args: { location: "Ulm" } })).toEqual({
      "wrong key": "http_error: Bing Maps answered with the status 401: Invalid key …",
      "encoded key": "http_error: Bing Maps answered with the status 400: /?key=…&k=a=…",
      "long message": "http_error: Bing Maps answered with the status 400: x…",
      "too many": "http_error: Bing Maps answered with the status 429",
      "error page": "http_error: Bing Maps answered with the status 500",
      "no JSON": "http_error: Bing Maps did not answer with JSON",
      slow: "http_error: Bing Maps did not answer within 0.2 s",
      "hang-up": "http_error: Bing Maps can't be reached: …",
      huge: "http_error: The answer of Bing Maps is larger than 10000 bytes",
    });
  });
});
