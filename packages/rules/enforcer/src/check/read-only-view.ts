/**
 * A view of a value that can't be changed through it: a predicate that writes to the state fails, and no later rule reads what it
 * wrote. Plain objects and lists are wrapped when they are read; objects of classes are returned unchanged.
 */
export function readOnlyView<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || !isPlain(value)) return value;
  const known = views.get(value);
  if (known !== undefined) return known as Value;
  const view = new Proxy(value as object, handler);
  views.set(value, view);
  return view as Value;
}

const views = new WeakMap<object, object>();

/** Whether a value is a list or an object without a class. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Refuses a change by a predicate. */
function refuse(): never {
  throw new TypeError("a predicate must not change what it reads");
}

const handler: ProxyHandler<object> = {
  get(target, key) {
    const value: unknown = Reflect.get(target, key);
    const property = Object.getOwnPropertyDescriptor(target, key);
    // The invariants of proxies require the value itself where it can't change anyway.
    return property?.configurable === false && property.writable === false ? value : readOnlyView(value);
  },
  getOwnPropertyDescriptor(target, key) {
    const property = Reflect.getOwnPropertyDescriptor(target, key);
    if (property === undefined || !property.configurable || !("value" in property)) return property;
    return { ...property, value: readOnlyView(property.value) };
  },
  set: refuse,
  defineProperty: refuse,
  deleteProperty: refuse,
  setPrototypeOf: refuse,
  preventExtensions: refuse,
};
