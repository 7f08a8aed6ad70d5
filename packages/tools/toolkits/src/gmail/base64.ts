/** Encodes and decodes base64 and base64url, as Gmail uses them. */
import { base64Bytes } from "../base64-bytes.ts";

/** Encodes bytes as base64, on one line. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += chunk) {
    binary += String.fromCharCode(...bytes.subarray(at, at + chunk));
  }
  return btoa(binary);
}

/** Encodes bytes as base64url without padding, as Gmail expects it. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Decodes base64 or base64url; characters of neither are skipped. */
export function fromBase64(text: string): Uint8Array {
  const digits = text
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replaceAll(/[^A-Za-z\d+/]/g, "");
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
  return base64Bytes(whole);
}

const chunk = 8192;
