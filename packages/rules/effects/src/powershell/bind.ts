import type { Call } from "./evaluation.ts";
import { itemsOf, type Value } from "./value.ts";

/** A cmdlet: its names, its parameters as space-separated lists, and what it does. */
export interface Cmdlet {
  readonly names: string;
  /** The parameters that values without a name fill, in order. The last one gets all others if it ends with `*`. */
  readonly at?: string;
  readonly valued?: string;
  readonly switches?: string;
  readonly run: (bound: Bound) => Value;
}

/** The arguments of a cmdlet by parameter. */
export interface Bound {
  readonly call: Call;
  readonly value: (name: string) => Value | undefined;
  readonly has: (name: string) => boolean;
  /** Arguments for no known parameter. */
  readonly rest: readonly Value[];
}

const commonValued =
  "erroraction warningaction informationaction errorvariable outvariable outbuffer pipelinevariable warningvariable informationvariable progressaction";
const commonSwitches = "verbose debug whatif confirm";
const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ea: "erroraction",
    wa: "warningaction",
    ov: "outvariable",
    lp: "literalpath",
    pspath: "literalpath",
    wi: "whatif",
    cf: "confirm",
    cn: "computername",
    s: "recurse",
    session: "session",
  }),
);

/** Assigns arguments to the parameters of a cmdlet, which may be shortened as long as they are unambiguous. */
export function bind(cmdlet: Cmdlet, args: readonly Value[], call: Call): Bound {
  const [positions, valued, switches] = [
    words(cmdlet.at).map((name) => name.replace("*", "")),
    words(cmdlet.valued),
    words(cmdlet.switches),
  ];
  const named = new Map<string, Value>();
  const rest: Value[] = [];
  const free: Value[] = [];
  const all = args.flatMap(splatted);
  for (let at = 0; at < all.length; at++) {
    const arg = all[at];
    if (arg === undefined) break;
    if (arg.parameter === undefined) {
      free.push(arg);
      continue;
    }
    const found = parameterNamed(arg.parameter.toLowerCase(), [...positions, ...valued], switches);
    if (found === undefined) rest.push(arg.colonValue ?? arg);
    else if (found.isSwitch) named.set(found.name, arg.colonValue ?? { text: "True", from: [] });
    else if (arg.colonValue !== undefined) named.set(found.name, arg.colonValue);
    else {
      named.set(found.name, all[at + 1] ?? { text: "", from: [] });
      at++;
    }
  }
  const open = positions.filter((name) => !named.has(name));
  const takesAll = cmdlet.at?.endsWith("*") === true;
  for (const [index, name] of open.entries()) {
    const isLast = index === open.length - 1;
    const values = isLast && takesAll ? free.splice(0) : free.splice(0, 1);
    const [only] = values;
    if (only !== undefined)
      named.set(name, values.length === 1 ? only : { items: values, from: values.flatMap((each) => each.from) });
  }
  return {
    call,
    rest: [...rest, ...free],
    value: (name) => named.get(name),
    has: (name) => named.has(name) && !/^(?:false|0)$/i.test(named.get(name)?.text ?? "true"),
  };
}

function splatted(arg: Value): readonly Value[] {
  if (arg.isSplat !== true) return [arg];
  if (arg.fields === undefined) return arg.items ?? [arg];
  return [...arg.fields].map(([parameter, colonValue]) => ({ parameter, colonValue, text: `-${parameter}`, from: [] }));
}

function words(list: string | undefined): readonly string[] {
  return list === undefined || list === "" ? [] : list.split(" ");
}

interface Parameter {
  readonly name: string;
  readonly isSwitch: boolean;
}

/** The parameter that a name or its beginning stands for. */
function parameterNamed(
  written: string,
  valued: readonly string[],
  switches: readonly string[],
): Parameter | undefined {
  const own = [
    ...valued.map((name) => ({ name, isSwitch: false })),
    ...switches.map((name) => ({ name, isSwitch: true })),
  ];
  const common = [
    ...words(commonValued).map((name) => ({ name, isSwitch: false })),
    ...words(commonSwitches).map((name) => ({ name, isSwitch: true })),
  ];
  const exact = [...own, ...common].find(({ name }) => name === written || name === aliases.get(written));
  if (exact !== undefined) return exact;
  const [first, ...others] = own.filter(({ name }) => name.startsWith(written));
  if (first !== undefined) return others.length === 0 ? first : undefined;
  return common.find(({ name }) => name.startsWith(written));
}

/** The values of a parameter that names files: `-Path`, `-LiteralPath`, or what the pipeline passes. */
export function pathsOf({ value, call }: Bound): { readonly paths: Value | undefined; readonly isLiteral: boolean } {
  const literal = value("literalpath");
  const named = literal ?? value("path");
  if (named !== undefined) return { paths: named, isLiteral: literal !== undefined };
  const items = itemsOf(call.input);
  return { paths: items.length === 0 ? undefined : call.input, isLiteral: true };
}
