import type { Effect, Target } from "@helve/effects";
import { escapeGlob } from "@helve/effects";
import { directoryLocation, isIn, locationOf } from "../path-location.ts";
import { certainHit, type EffectPredicate, unknownHit } from "./effect-predicate.ts";

/** Whether files are written, moved or deleted beyond some directories. */
export const writesOutside: EffectPredicate = {
  names: ["writes_outside"],
  description:
    "Whether it writes, moves or deletes files, or changes their rights, outside of the directories that are named, or " +
    "outside of the working directory when none is; directories for temporary files never count.",
  about: { name: "directory", schema: { type: "string" }, required: false, rest: true },
  nothing: "writes outside of where it may",
  ask({ host, named }) {
    const allowed = (named.length > 0 ? named : [""]).map((directory) => directoryLocation(directory, host.base));
    return (effect) => {
      const targets = changedBy(effect);
      const answers = targets.map((target) => {
        if (target === null) return "unknown";
        if (keepsNothing.test(target.path) || host.temporary.find(target, false) !== null) return false;
        const place = locationOf(target.glob ? target.path : escapeGlob(target.path), target.hidden, host.base);
        const inside = allowed.map((directory) => isIn(place, directory));
        if (inside.includes(true)) return false;
        return inside.includes("unknown") ? "unknown" : true;
      });
      if (answers.includes(true)) return certainHit;
      return answers.includes("unknown") && unknownHit;
    };
  },
};

function changedBy(effect: Effect): readonly (Target | null)[] {
  switch (effect.kind) {
    case "move":
      return [effect.target, effect.to];
    case "write":
      return effect.namedByUser ? [] : [effect.target];
    case "delete":
    case "destroy":
      return [effect.target];
    case "permission":
      return effect.target === null ? [] : [effect.target];
    default:
      return [];
  }
}

/** Devices that are not kept. */
const keepsNothing = /^\/dev\/(null|zero|full|random|urandom|tty|stdin|stdout|stderr|fd\/.*|pts\/.*|tcp\/.*|udp\/.*)$/;
