import { hostOf, hostTest } from "./text/hosts.ts";
import { receiversIn } from "./text/mail-addresses.ts";

/** Creates a test of whether a mail address is a contact. It is compiled again when the list of contacts changes. */
export function contactTests(contacts: () => readonly string[] | undefined): () => ContactTest | undefined {
  let known: readonly string[] = [];
  let test: ContactTest | undefined;
  return () => {
    const now = contacts();
    if (now === undefined) return undefined;
    if (test === undefined || now.length !== known.length || now.some((one, index) => one !== known[index])) {
      known = [...now];
      test = contactTest(known);
    }
    return test;
  };
}

/** Whether a mail address is that of a contact. */
type ContactTest = (address: string) => boolean;

/**
 * Contacts are addresses (`Ada <ada@x.org>`) or domains: `x.org` and `@x.org` just that, `*.x.org` all beneath it.
 */
function contactTest(contacts: readonly string[]): ContactTest {
  const known = contacts.map((contact) => contact.trim());
  const isPerson = (contact: string): boolean => contact.lastIndexOf("@") > 0;
  const persons = new Set(
    known.filter(isPerson).flatMap((contact) => receiversIn(contact).flatMap(({ addresses }) => addresses.map(spelt))),
  );
  const domains = known.filter((contact) => !isPerson(contact)).map((contact) => hostTest(contact.replace(/^@/, "")));
  return (address) => {
    if (persons.has(spelt(address))) return true;
    const domain = hostOf(domainOf(address));
    return domain !== null && domains.some((fits) => fits(domain) === true);
  };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

/** The same for all spellings of a domain. */
function spelt(address: string): string {
  const domain = domainOf(address);
  return `${address.slice(0, -domain.length)}${hostOf(domain)?.name ?? domain}`.toLowerCase();
}
