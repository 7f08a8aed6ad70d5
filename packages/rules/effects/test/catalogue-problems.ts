import type { CallEntry, EffectEntry } from "../src/engine/call-entry.ts";

/** The fields of an effect that name the argument that it is about; an empty text stands for an unknown value. */
const requiredFields = ["target", "to", "argument", "process", "data", "user", "arguments", "value"] as const;
const plainName = /^(\*\.)?[A-Za-z_]\w*(\.\w+)*$/;
const parameterName = /^\*?[A-Za-z_]\w*(\|[A-Za-z_]\w*)*$/;

/** A sentence for each mistake in the entries of a catalogue. */
export function catalogueProblems(entries: readonly CallEntry[], dottedName: RegExp = plainName): readonly string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  const types = new Set(["pathlib.Path", ...entries.flatMap(({ returns = [] }) => returns)]);
  for (const entry of entries) {
    const names = entry.calls.split(" ");
    const [first = ""] = names;
    for (const name of names) {
      if (!dottedName.test(name))
        problems.push(`"${entry.calls}": "calls" must be dotted names separated by single spaces (got "${name}").`);
      if (seen.has(name)) problems.push(`"${name}" has two entries: merge them, as only the last one would count.`);
      seen.add(name);
    }
    problems.push(...parameterProblems(first, entry), ...effectProblems(first, entry));
    if (JSON.stringify(entry.effects ?? []).includes("self.") || entry.keepsAsFields !== undefined)
      for (const name of names)
        if (!isMethod(name, types))
          problems.push(
            `"${name}" uses fields of its object, but no entry has "returns": "${name.replace(/\.\w+$/, "")}": ` +
              "add the call that creates the object.",
          );
  }
  return problems;
}

function parameterProblems(name: string, { parameters, size, keepsAsFields }: CallEntry): readonly string[] {
  const problems: string[] = [];
  const list = parameters === undefined ? [] : parameters.split(" ");
  for (const [at, parameter] of list.entries()) {
    if (!parameterName.test(parameter))
      problems.push(`"${name}": a parameter is a name, "name|alias" or "*name" (got "${parameter}").`);
    if (parameter.startsWith("*") && at < list.length - 1)
      problems.push(`"${name}": "${parameter}" takes all remaining arguments, so it must be the last parameter.`);
  }
  const known = parameterNames(parameters);
  for (const used of [size, ...(keepsAsFields ?? "").split(" ")])
    if (used !== undefined && used !== "" && !known.has(used))
      problems.push(`"${name}": "${used}" is missing in its parameters (${listed(known)}).`);
  return problems;
}

function effectProblems(name: string, { effects = [], parameters }: CallEntry): readonly string[] {
  const known = parameterNames(parameters);
  return effects.flatMap((effect) =>
    requiredFields.flatMap((field) => {
      const value = fieldOf(effect, field);
      if (value === undefined || value === "") return [];
      if (value.split(" ").some((used) => isKnown(used, known, effect))) return [];
      return [
        `"${name}": the effect "${effect.kind}" has "${field}": "${value}", which is missing in its parameters ` +
          `(${listed(known)}); list it there, or use self, self.field, @fetched, @input or a path.`,
      ];
    }),
  );
}

function fieldOf(effect: EffectEntry, field: string): string | undefined {
  const value = (effect as unknown as Record<string, unknown>)[field];
  return typeof value === "string" ? value : undefined;
}

/** Whether a name in an effect stands for something: a parameter, the object, a path, or the keyword that `onlyIf` names. */
function isKnown(used: string, parameters: ReadonlySet<string>, effect: EffectEntry): boolean {
  const [base = ""] = used.split(".");
  return (
    /^[@/~]/.test(used) || base === "self" || parameters.has(base) || ("onlyIf" in effect && effect.onlyIf === used)
  );
}

function parameterNames(parameters: string | undefined): ReadonlySet<string> {
  return new Set((parameters ?? "").split(" ").flatMap((each) => each.replace("*", "").split("|")[0] ?? []));
}

function listed(names: ReadonlySet<string>): string {
  return names.size === 0 || names.has("") ? "it has none" : [...names].join(", ");
}

function isMethod(name: string, types: ReadonlySet<string>): boolean {
  return name.startsWith("*.") || [...types].some((type) => name.startsWith(`${type}.`));
}
