/** The types of JSON values. */

/** A value that JSON can represent. */
export type JsonValue = string | number | boolean | null | JsonArray | JsonObject;

/** A JSON array. */
export type JsonArray = readonly JsonValue[];

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}
