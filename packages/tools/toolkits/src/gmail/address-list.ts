import { addressParser } from "postal-mime";
import { formatMailAddress } from "../mail-address.ts";
import { singleLine } from "./encoded-word.ts";

/** Reads the addresses in a header of a received mail, and writes each so that its name can't be mistaken for an address. */
export function addressList(header: string): readonly string[] {
  return addressParser(header, { flatten: true })
    .map(({ name, address = "" }) =>
      address === "" ? singleLine(name) : formatMailAddress({ name: singleLine(name), address: singleLine(address) }),
    )
    .filter((text) => text !== "");
}
