/** `peopleApi`: reads the contacts of an account by Google's People API. */
import type { AccessToken } from "../access-token.ts";
import { type ApiRequest, callApi } from "../authorized-api.ts";
import type { HttpOptions } from "../http.ts";
import type { Contact, MailService } from "./mail-service.ts";

/** Options of {@link peopleApi}. */
export interface PeopleApiOptions extends HttpOptions {
  readonly token: AccessToken;
  readonly peopleUrl?: string | undefined;
}

/** Creates the service that reads the contacts of an account by Google's People API. */
export function peopleApi(options: PeopleApiOptions): Pick<MailService, "searchContacts" | "addContact"> {
  const api = { service: "Google Contacts", url: options.peopleUrl ?? peopleUrl, token: options.token };
  const call = (path: string, request: ApiRequest): Promise<unknown> => callApi(api, path, request, options);
  let isWarm = false;
  return {
    async searchContacts(query, { signal } = {}) {
      const fields = { readMask: "names,emailAddresses", pageSize: 30 };
      const request = { signal, scope: "https://www.googleapis.com/auth/contacts.readonly" };
      // The API searches in a cache that a first request without a query fills.
      if (!isWarm) await call("people:searchContacts", { ...request, query: { ...fields, query: "" } });
      isWarm = true;
      const found = await call("people:searchContacts", { ...request, query: { ...fields, query } });
      return ((found as FoundPeople).results ?? []).flatMap(({ person }) => contactsOf(person));
    },
    async addContact({ name, address }, { signal } = {}) {
      const json = { names: [{ unstructuredName: name }], emailAddresses: [{ value: address }] };
      const scope = "https://www.googleapis.com/auth/contacts";
      await call("people:createContact", { method: "POST", json, signal, scope });
    },
  };
}

interface FoundPeople {
  readonly results?: readonly { readonly person?: Person }[];
}

interface Person {
  readonly names?: readonly { readonly displayName?: string }[];
  readonly emailAddresses?: readonly { readonly value?: string }[];
}

const peopleUrl = "https://people.googleapis.com/v1";

/** Lists a contact for each mail address of a person. */
function contactsOf({ names = [], emailAddresses = [] }: Person = {}): readonly Contact[] {
  return emailAddresses.flatMap(({ value }) =>
    value === undefined ? [] : [{ name: names[0]?.displayName ?? value, address: value }],
  );
}
