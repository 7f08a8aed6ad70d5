import { type Effect, type EffectReader, globsOverlap } from "@helve/effects";
import { languages } from "../read.ts";
import type { FlowLanguage } from "./programs.ts";

/**
 * How precisely a reader's effects describe a program that deletes `/hit`.
 *
 * - `exact`: its effects name the path
 * - `unknown`: anything may happen, or an unknown file is deleted
 * - `MISS`: neither, so that every rule about the path answers "false"
 */
export type Verdict = "exact" | "unknown" | "MISS";

/** The readers of the matrix. The programs of a language without a reader are skipped: add a new language to `languages`. */
export const readers: Partial<Record<FlowLanguage, EffectReader>> = languages;

/** Reads a program that deletes `/hit`, and classifies the effects. */
export function verdictOn(program: string, reader: EffectReader): Verdict {
  const { effects } = reader.read(program, { languages });
  if (effects.some(namesHit)) return "exact";
  return effects.some(mayDeleteHit) ? "unknown" : "MISS";
}

function namesHit(effect: Effect): boolean {
  if (effect.kind !== "delete" || effect.target === null) return false;
  const path = effect.target.path.replace(/^\/c:(?=\/)/, "");
  return path === "/hit" || path.startsWith("/hit/");
}

function mayDeleteHit(effect: Effect): boolean {
  if (effect.kind === "anything") return true;
  if (effect.kind !== "delete") return false;
  const { target } = effect;
  if (target === null) return true;
  const glob = { parts: target.path.split("/"), hidden: target.hidden };
  return target.glob && globsOverlap(glob, { parts: ["", "hit"], hidden: false }) !== false;
}
