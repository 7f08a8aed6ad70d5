import { isObject } from "@helve/core/internal";

/** A value as JSON on one line, what is too long left out as `…`. It is about as long as `most`, in UTF-16 units. */
export function brief(value: unknown, most: number): string {
  return write(value, { left: most, depth: 0 });
}

/** The start of a text, no character cut in two. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return most < 1 ? "" : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

interface Room {
  left: number;
  depth: number;
}

const deepest = 8;

function write(value: unknown, room: Room): string {
  const written = typeof value === "object" && value !== null ? writeParts(value, room) : scalar(value, room.left);
  room.left -= typeof value === "object" ? 2 : written.length;
  return written;
}

function scalar(value: unknown, most: number): string {
  if (typeof value === "string") return JSON.stringify(cut(value, Math.max(most, 4)));
  return value === undefined || typeof value === "function" || typeof value === "symbol" ? "…" : String(value);
}

function writeParts(value: object, room: Room): string {
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const parts: string[] = [];
  room.depth++;
  for (const key of Object.keys(value)) {
    if (room.left <= 0 || room.depth > deepest) {
      parts.push("…");
      break;
    }
    const name = isObject(value) ? `${scalar(key, 40)}: ` : "";
    room.left -= name.length + 2;
    parts.push(name + write(Reflect.get(value, key), room));
  }
  room.depth--;
  return `${open}${parts.join(", ")}${close}`;
}
