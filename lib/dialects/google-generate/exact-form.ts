/**
 * Original form of a value, beside the vocabulary's form of it: written back unchanged, so that a request of this
 * dialect loses nothing on its way to an upstream of this dialect. Other dialects use the vocabulary's form and lose
 * nothing, so it is attached to the vendor data but not in it, where it would count as a dropped field.
 */
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import { DIALECT } from "./dialect-id.ts";

type Fields = Record<string, unknown>;

/** Keyed by this dialect's object in the vendor data, which is never copied. */
const forms = new WeakMap<Fields, Fields>();

/** @returns `vendor` with `exact` tied to it; as it was when there is nothing in `exact` */
export function withExactForm(vendor: VendorData | undefined, exact: Fields | undefined): VendorData | undefined {
  if (!exact || Object.keys(exact).length === 0) return vendor;
  const vendorFields = vendor?.[DIALECT] ?? {};
  forms.set(vendorFields, exact);
  return { ...vendor, [DIALECT]: vendorFields };
}

export function getExactForm(vendor: VendorData | undefined): Fields | undefined {
  const vendorFields = vendor?.[DIALECT];
  return vendorFields && forms.get(vendorFields);
}
