/** The SHA-256 of a text in UTF-8, in hexadecimal digits, where nothing can wait for Web Crypto. Node's own takes a tenth of the time. */
export function sha256Now(text: string): string {
  const { process } = globalThis as { readonly process?: HostProcess };
  const crypto = process?.getBuiltinModule?.("node:crypto");
  return crypto?.createHash("sha256").update(text).digest("hex") ?? computedSha256(text);
}

/** An API of Node, Deno and Bun that browsers lack. */
interface HostProcess {
  getBuiltinModule?(name: "node:crypto"): HostCrypto | undefined;
}

interface HostCrypto {
  createHash(algorithm: "sha256"): { update(text: string): { digest(encoding: "hex"): string } };
}

let constants: Uint32Array | undefined;

/** Computes SHA-256 in JavaScript, for browsers. */
export function computedSha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  constants ??= new Uint32Array(fractions(64, 1 / 3));
  const hash = new Uint32Array(fractions(8, 1 / 2));
  const schedule = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 16; at++) schedule[at] = view.getUint32(block + at * 4);
    for (let at = 16; at < 64; at++) {
      const [w15, w2] = [word(schedule, at - 15), word(schedule, at - 2)];
      const small0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
      const small1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
      schedule[at] = word(schedule, at - 16) + small0 + word(schedule, at - 7) + small1;
    }
    compress(hash, schedule, constants);
  }
  return Array.from(hash, (each) => each.toString(16).padStart(8, "0")).join("");
}

/** Computes one block of SHA-256. */
function compress(hash: Uint32Array, schedule: Uint32Array, added: Uint32Array): void {
  const state = new Uint32Array(hash);
  for (let at = 0; at < 64; at++) {
    const [a, b, c, d] = [word(state, 0), word(state, 1), word(state, 2), word(state, 3)];
    const [e, f, g, h] = [word(state, 4), word(state, 5), word(state, 6), word(state, 7)];
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const sum = h + big1 + ((e & f) ^ (~e & g)) + word(added, at) + word(schedule, at);
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    state.set([sum + big0 + ((a & b) ^ (a & c) ^ (b & c)), a, b, c, d + sum, e, f, g]);
  }
  for (let at = 0; at < 8; at++) hash[at] = word(hash, at) + word(state, at);
}

/** Returns a word of an array; 0 beyond its end. */
function word(words: Uint32Array, at: number): number {
  return words[at] ?? 0;
}

/** Rotates a 32-bit number to the right. */
function rotate(value: number, bits: number): number {
  return (value >>> bits) | (value << (32 - bits));
}

/** Returns the constants of SHA-256: fractional parts of roots of primes. */
function fractions(count: number, exponent: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return primes.map((prime) => (prime ** exponent % 1) * 2 ** 32);
}
