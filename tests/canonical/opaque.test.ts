import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foreignVendor, openId, openVendor, sealIntoId, sealVendor } from "#lib/canonical/opaque.ts";

const vendor = { "anthropic-messages": { signature: "c2lnbmF0dXJl+/==" } };

describe("opaque text", () => {
  it("gives back what was sealed, byte for byte", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.dictionary(fc.string(), fc.jsonValue())), (data) => {
        const sealed = sealVendor(JSON.parse(JSON.stringify(data)));
        expect(sealed).toMatch(/^[A-Za-z0-9._-]+$/);
        expect(openVendor(sealed)).toEqual(JSON.parse(JSON.stringify(data)));
      }),
    );
  });

  it("opens nothing that was not sealed here", () => {
    for (const text of ["", "sig", "pl1.", "pl1.%%%", "EqQBCkgIARABGAIiQL8"]) expect(openVendor(text)).toBeUndefined();
  });

  it("rides on an id and leaves a plain one alone", () => {
    expect(openId(sealIntoId("call_1", vendor))).toEqual({ id: "call_1", vendor });
    expect(openId(sealIntoId("call_1", undefined))).toEqual({ id: "call_1" });
    expect(openId("call.pl1.broken")).toEqual({ id: "call.pl1.broken" });
  });

  it("tells a dialect's own data from others'", () => {
    expect(foreignVendor(vendor, "anthropic-messages")).toBeUndefined();
    expect(foreignVendor(vendor, "openai-chat")).toEqual(vendor);
  });
});
