export type BBox = [number, number, number, number] | [number, number, number, number, number, number];
export type Position = number[];

export interface GeoJsonObject {
  /** The box around the coordinates. */
  bbox?: BBox;
}
export interface Point extends GeoJsonObject {
  type: "Point";
  coordinates: Position;
}
export interface LineString extends GeoJsonObject {
  type: "LineString";
  coordinates: Position[];
}
export interface Polygon extends GeoJsonObject {
  type: "Polygon";
  coordinates: Position[][];
}
export interface GeometryCollection extends GeoJsonObject {
  type: "GeometryCollection";
  geometries: Geometry[];
}
export type Geometry = Point | LineString | Polygon | GeometryCollection;

/** A geometry with properties. */
export interface Feature<G extends Geometry | null, P = Record<string, unknown> | null> extends GeoJsonObject {
  type: "Feature";
  geometry: G;
  id?: string | number;
  properties: P;
}

/** Maps by GeoJSON. */
export class Maps {
  /** Draws a feature. */
  draw(input: { feature: Feature<Geometry | null> }): void {
    void input;
  }

  /** Measures a line. */
  measure(input: { line: Feature<LineString, { unit: "m" | "km" }> }): number {
    return input.line.geometry.coordinates.length;
  }
}
