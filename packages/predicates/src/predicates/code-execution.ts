import type { ExecuteEffect, Origin, WriteEffect } from "@helve/effects";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { earlierWrites } from "./earlier-writes.ts";
import { certainHit, type EffectPredicate, type Hit, strongestHit, unknownHit } from "./effect-predicate.ts";
import { untrustedHostHit } from "./network.ts";

/** Whether code runs that came from elsewhere. */
export const isExecutingMalware: EffectPredicate = {
  names: ["is_executing_malware", "is_excuting_malware"],
  description:
    "Whether it runs code from the network, code that was encoded, or makes objects of data that may hold code and is " +
    "not read from a file.",
  nothing: "runs code from elsewhere",
  ask({ host, context }) {
    const writes = earlierWrites(host, context);
    const isForeign = (origin: Origin): boolean =>
      comesFromElsewhere(origin) ||
      (origin.kind === "file" &&
        origin.target !== null &&
        writes(origin.target.path).some(({ from }) => from.some(comesFromElsewhere)));
    return (effect) => effect.kind === "execute" && (effect.from.some(isForeign) || takesObjects(effect)) && certainHit;
  },
};

/** Whether a text is run as code that the one who wrote the command did not write, or hid in a string. */
export const injectsCode: EffectPredicate = {
  names: ["injects_code"],
  description:
    "Whether it runs as code what it is given (input, arguments, variables, output), or a string, and starts programs.",
  nothing: "runs a text as code",
  ask({ effects }) {
    const startsProgram = effects.some((effect) => effect.kind === "execute" && effect.program !== null);
    return (effect) => {
      if (effect.kind !== "execute" || makesObjects(effect)) return false;
      const kinds = effect.from.map(({ kind }) => kind);
      if (kinds.includes("input") || kinds.includes("environment")) return certainHit;
      if (kinds.includes("output") || kinds.includes("unknown")) return unknownHit;
      return startsProgram && effect.program === null && kinds.includes("literal") && certainHit;
    };
  },
};

/** Whether data is read that was packed up before. */
export const unpacksHiddenData: EffectPredicate = {
  names: ["unpacks_hidden_data"],
  description: "Whether it makes objects of data that stands encoded in its own text, so that nobody could read it.",
  nothing: "unpacks data from its own text",
  ask: () => (effect) => {
    if (effect.kind !== "deserialize") return false;
    const kinds = effect.from.map(({ kind }) => kind);
    return kinds.includes("encoded") && kinds.every((kind) => kind === "encoded" || kind === "literal") && certainHit;
  },
};

/** Whether software comes from where nobody looks after it. */
export const installsFromUntrusted: EffectPredicate = {
  names: ["installs_from_untrusted"],
  description:
    "Whether it installs software from an address that the policy does not trust, or fetches a program from there to a file.",
  nothing: "installs from an address that is not trusted",
  ask({ host, context }) {
    const writes = earlierWrites(host, context);
    const wasFetched = (file: string): Hit | false =>
      strongestHit(writes(file).map((write) => fromStrangeHost(write, host)));
    return (effect) => {
      if (effect.kind === "write") return isProgram(effect, host) && fromStrangeHost(effect, host);
      if (effect.kind !== "install") return false;
      if (effect.source === "unknown" || effect.packages === null) return unknownHit;
      if (effect.source === "address") return untrustedHostHit({ host: effect.host ?? null }, host);
      return effect.source === "file" && strongestHit(effect.packages.map(wasFetched));
    };
  },
};

function comesFromElsewhere({ kind }: Origin): boolean {
  return kind === "network" || kind === "encoded";
}

/** Whether objects are made of data that may hold code; files are taken to be the program's own. */
function takesObjects(effect: ExecuteEffect): boolean {
  const { from } = effect;
  return makesObjects(effect) && (from.length === 0 || from.some(({ kind }) => kind !== "file"));
}

/** Loaders that run what the data tells them to. */
function makesObjects({ program, by }: ExecuteEffect): boolean {
  return program === null && loaders.test(by);
}

const loaders =
  /^(_?pickle|cPickle|cloudpickle|dill|marshal|shelve|joblib|torch|yaml|ruamel|jsonpickle|pandas|pd|numpy|np)\b/;

/** A file that can be run, or that lies where programs do. */
function isProgram({ target }: WriteEffect, { writing }: PreparedPolicy): boolean {
  if (target === null) return false;
  return (
    writing.find(target, false) !== null ||
    /\.(sh|bash|zsh|py|pl|rb|js|mjs|ps1|bat|cmd|exe|msi|dll|so|deb|rpm|apk|dmg|pkg|jar|run|AppImage|bin|whl)$/.test(
      target.path,
    )
  );
}

function fromStrangeHost({ from }: WriteEffect, host: PreparedPolicy): Hit | false {
  return strongestHit(from.map((origin) => origin.kind === "network" && untrustedHostHit(origin, host)));
}
