import { hostOf, hostTest } from "./text/hosts.ts";
import { splitReceivers } from "./text/mail-addresses.ts";

/**
 * Creates a function that returns the test of whether a mail address is one of the current contacts. The test is compiled again
 * when the list of contacts changes.
 */
export function contactTests(contacts: () => readonly string[] | undefined): () => ContactTest | undefined {
  let compiled: readonly string[] = [];
  let test: ContactTest | undefined;
  return () => {
    const current = contacts();
    if (current === undefined) return undefined;
    if (
      test === undefined ||
      current.length !== compiled.length ||
      current.some((contact, index) => contact !== compiled[index])
    ) {
      compiled = [...current];
      test = contactTest(compiled);
    }
    return test;
  };
}

/** Returns whether a mail address belongs to a contact. */
type ContactTest = (address: string) => boolean;

/**
 * Compiles a list of contacts: addresses (`Ada <ada@x.org>`) and domains. `x.org` and `@x.org` match only this domain,
 * `*.x.org` matches its subdomains.
 */
function contactTest(contacts: readonly string[]): ContactTest {
  const trimmed = contacts.map((contact) => contact.trim());
  const isAddress = (contact: string): boolean => contact.lastIndexOf("@") > 0;
  const knownAddresses = new Set(
    trimmed
      .filter(isAddress)
      .flatMap((contact) => splitReceivers(contact).flatMap(({ addresses }) => addresses.map(normalizeAddress))),
  );
  const domainTests = trimmed
    .filter((contact) => !isAddress(contact))
    .map((contact) => hostTest(contact.replace(/^@/, "")));
  return (address) => {
    if (knownAddresses.has(normalizeAddress(address))) return true;
    const domain = hostOf(domainOf(address));
    return domain !== null && domainTests.some((matches) => matches(domain) === true);
  };
}

/** The part of a mail address after the `@`. */
function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

/** Normalizes a mail address: lower case, and the domain in punycode. */
function normalizeAddress(address: string): string {
  const domain = domainOf(address);
  return `${address.slice(0, -domain.length)}${hostOf(domain)?.name ?? domain}`.toLowerCase();
}
