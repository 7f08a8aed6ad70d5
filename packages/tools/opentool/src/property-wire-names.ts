/** Maps property names to names that every provider allows, and back. Both directions are computed from the schema alone. */

/**
 * Returns the name of a property on the wire: the name itself if it is 1 to 64 of `a-z`, `A-Z`, `0-9`, `_`, `.` and `-`,
 * which is what Anthropic allows. Other characters become `_`, and a longer name is cut off. If another property of the
 * object has that name already, the name ends in a hash of the original one.
 *
 * @param names - the names of all properties of the object
 *
 * @example
 * wirePropertyName("$filter", ["$filter", "top"]); // "_filter"
 */
export function wirePropertyName(name: string, names: readonly string[]): string {
  if (allowedName.test(name)) return name;
  const [plain, unique] = wireForms(name);
  const isTaken = names.some((other) => other !== name && (other === plain || wireForms(other)[0] === plain));
  return isTaken ? unique : plain;
}

/**
 * Finds the property with a wire name.
 *
 * @param wire - a name that is not the name of a property
 * @param names - the names of the properties that it may stand for
 * @returns `undefined` if there is no such property, or more than one
 * @example
 * propertyOfWireName("_filter", ["$filter", "top"]); // "$filter"
 */
export function propertyOfWireName(wire: string, names: readonly string[]): string | undefined {
  const [found, ...others] = names.filter((name) => !allowedName.test(name) && wireForms(name).includes(wire));
  return others.length === 0 ? found : undefined;
}

const allowedName = /^[a-zA-Z0-9_.-]{1,64}$/;

/** The two names that a property may have on the wire: one that is easy to read, and one with a hash. */
function wireForms(name: string): readonly [plain: string, unique: string] {
  const legal = name.replace(/[^a-zA-Z0-9_.-]/gu, "_") || "_";
  return [legal.slice(0, 64), `${legal.slice(0, 55)}_${hash(name)}`];
}

/** The 32-bit FNV-1a hash of a string, as eight hexadecimal digits. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  return (value >>> 0).toString(16).padStart(8, "0");
}
