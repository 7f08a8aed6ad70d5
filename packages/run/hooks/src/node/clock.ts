/** Measures the time for decisions, so that setting the machine's clock changes nothing. */
import { readFileSync } from "node:fs";
import { uptime } from "node:os";
import { join } from "node:path";
import { isObject } from "@helve/core/internal";
import { replaceFile } from "@helve/core/internal/node";
import { createPrivateFolder, readPrivateFile } from "./state/state-folder.ts";

/** The clocks of a machine: the wall clock, and the time since its start. */
export interface MachineTime {
  /** The wall clock, in milliseconds since 1970. A user may be able to set it. */
  readonly wall: number;
  /** The time since the machine was started, in milliseconds. Nobody sets it. */
  readonly uptime: number;
  /** Names this start of the machine; `""` if the system has no name for it. */
  readonly boot: string;
}

/**
 * The time for decisions and for the retention of sessions, in milliseconds since 1970. Until the machine is started again it follows the time since
 * the start, so setting the wall clock makes no record older or younger. After a start the wall clock counts again, but the time never goes back.
 * Where the system does not name its starts, a start counts if less time has passed since it than in the record.
 *
 * @param state - the state folder, which keeps when the first event after the start of the machine came
 * @throws Error if the record is invalid: without it, time may have been set
 */
export function hookTime(state: string, machine: MachineTime = machineTime()): number {
  const path = join(state, "clock.json");
  const known = readRecord(path);
  const isSameStart = known?.boot === machine.boot && known.uptime <= machine.uptime;
  const now = isSameStart
    ? known.now + machine.uptime - known.uptime
    : Math.max(machine.wall, known === undefined ? 0 : known.now);
  // The record is renewed from time to time, so that time does not go back behind it after the next start.
  if (!isSameStart || now - known.now >= recordedEvery) writeRecord(state, path, { ...machine, now });
  return Math.round(now);
}

/** Reads the clocks of this machine. */
export function machineTime(): MachineTime {
  return { wall: Date.now(), uptime: uptime() * 1000, boot: bootName() };
}

interface ClockRecord extends Pick<MachineTime, "uptime" | "boot"> {
  /** The time of `hookTime` at this `uptime`. */
  readonly now: number;
}

/** In milliseconds. */
const recordedEvery = 60_000;

/** Returns the id of the machine's current start; empty if unknown. */
function bootName(): string {
  if (process.platform !== "linux") return "";
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

function readRecord(path: string): ClockRecord | undefined {
  const text = readPrivateFile(path);
  if (text === undefined) return undefined;
  try {
    const record: unknown = JSON.parse(text);
    if (isRecord(record)) return record;
  } catch {
    // Reported below.
  }
  throw new Error(`${path} is no record of a clock: a person who knows why may delete it`);
}

function writeRecord(state: string, path: string, { boot, uptime, now }: ClockRecord): void {
  createPrivateFolder(state);
  replaceFile(path, JSON.stringify({ boot, uptime, now }), 0o600);
}

function isRecord(value: unknown): value is ClockRecord {
  if (!isObject(value)) return false;
  const { boot, uptime, now } = value as Partial<ClockRecord>;
  return typeof boot === "string" && Number.isFinite(uptime) && Number.isFinite(now);
}
