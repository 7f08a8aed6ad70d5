import type { PredicateParameter } from "@helve/core";
import type { NetworkEffect, Origin } from "@helve/effects";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { hostOf, hostTest } from "../text/hosts.ts";
import { certainHit, type EffectPredicate, type Hit, strongestHit, unknownHit } from "./effect-predicate.ts";
import { inList } from "./sensitive-paths.ts";

const hosts: PredicateParameter = { name: "host", schema: { type: "string" }, required: false, rest: true };

/** Whether a host is asked or sent to that the policy does not trust. */
export const contactsUntrustedHost: EffectPredicate = {
  names: ["contacts_untrusted_host"],
  description: "Whether it fetches from a host that the policy does not trust, or sends something there.",
  nothing: "contacts a host that is not trusted",
  ask:
    ({ host }) =>
    (effect) =>
      effect.kind === "network" &&
      effect.direction !== "listen" &&
      !isSettled(effect) &&
      untrustedHostHit(effect, host),
};

/** Whether data goes to certain hosts, or to any. */
export const sendsDataTo: EffectPredicate = {
  names: ["sends_data_to"],
  description: "Whether it sends data to one of the hosts that are named, or to any host when none is.",
  about: hosts,
  nothing: "sends data there",
  ask({ named }) {
    const tests = named.map(hostTest);
    return (effect) => {
      if (effect.kind !== "network" || effect.direction !== "out") return false;
      if (named.length === 0) return certainHit;
      const host = effect.host === null ? null : hostOf(effect.host);
      if (host === null) return unknownHit;
      return tests.some((fits) => fits({ ...host, port: String(effect.port ?? "") })) && certainHit;
    };
  },
};

/** Whether packets are sent that nobody has to agree to. */
export const sendsDatagrams: EffectPredicate = {
  names: ["sends_datagrams"],
  description: "Whether it sends packets over UDP itself, as floods and amplification attacks do.",
  nothing: "sends packets over UDP",
  ask: () => (effect) => {
    return effect.kind === "network" && effect.direction === "out" && effect.protocol === "udp" && certainHit;
  },
};

/** Whether what a sensitive file holds leaves the machine. */
export const exfiltrates: EffectPredicate = {
  names: ["exfiltrates"],
  description: "Whether it sends what a file of the system or a file with credentials holds over the network.",
  nothing: "sends a sensitive file over the network",
  ask:
    ({ host }) =>
    (effect) => {
      if (effect.kind !== "network" || effect.direction !== "out") return false;
      const trusted = effect.configured === true || (effect.host !== null && host.trusts(effect.host));
      return strongestHit(effect.from.map((origin) => isSensitive(origin, trusted, host)));
    },
};

/** What may be read may still not be sent: any file of the system. Trusted hosts may get what is not known. */
function isSensitive(origin: Origin, trusted: boolean, { reading, writing }: PreparedPolicy): Hit | false {
  if (origin.kind === "environment") return trusted ? false : certainHit;
  if (origin.kind === "unknown" || (origin.kind === "file" && origin.target === null)) {
    return trusted ? false : unknownHit;
  }
  if (origin.kind !== "file") return false;
  const words = "with what is in";
  return inList(reading, origin.target, false, words) || inList(writing, origin.target, false, words);
}

/** Whether others get a shell on this machine. */
export const opensReverseShell: EffectPredicate = {
  names: ["opens_reverse_shell"],
  description: "Whether it lets somebody at the other end of a connection run commands.",
  nothing: "lets others run commands",
  ask({ effects }) {
    const talks = effects.some((effect) => effect.kind === "network" && !isFetch(effect));
    return (effect) =>
      talks && effect.kind === "execute" && effect.from.some(({ kind }) => kind === "network") && certainHit;
  },
};

/** What one asks a server for, and gets. */
function isFetch({ direction, protocol = "" }: NetworkEffect): boolean {
  return direction === "in" && protocol !== "tcp" && protocol !== "udp";
}

/** Whether a person set the host up before, or it is only looked for: its address, whether it is there. */
function isSettled({ protocol, from, configured }: NetworkEffect): boolean {
  if (configured === true) return true;
  return (protocol === "dns" || protocol === "icmp") && from.every(({ kind }) => kind === "literal");
}

/** Whether a host is none that is trusted, by name or because it is not known. */
export function untrustedHostHit({ host }: Pick<NetworkEffect, "host">, { trusts }: PreparedPolicy): Hit | false {
  if (host === null) return unknownHit;
  return trusts(host) ? false : { truth: true, because: ", which is not trusted" };
}
