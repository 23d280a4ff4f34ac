import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { omitVendor, openId, openVendor, sealIntoId, sealReasoningIntoId, sealVendor } from "#lib/canonical/opaque.ts";

const vendor = { "anthropic-messages": { signature: "c2lnbmF0dXJl+/==" } };

describe("opaque text", () => {
  it("returns sealed data byte for byte", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.dictionary(fc.string(), fc.jsonValue())), (data) => {
        const sealed = sealVendor(JSON.parse(JSON.stringify(data)));
        expect(sealed).toMatch(/^[A-Za-z0-9._-]+$/);
        expect(openVendor(sealed)).toEqual(JSON.parse(JSON.stringify(data)));
      }),
    );
  });

  it("does not open text that it did not seal", () => {
    for (const text of ["", "sig", "pl1.", "pl1.%%%", "EqQBCkgIARABGAIiQL8"]) expect(openVendor(text)).toBeUndefined();
  });

  it("is carried in an id; a plain id stays unchanged", () => {
    expect(openId(sealIntoId("call_1", vendor))).toEqual({ id: "call_1", vendor });
    expect(openId(sealIntoId("call_1", undefined))).toEqual({ id: "call_1" });
    expect(openId("call.pl1.broken")).toEqual({ id: "call.pl1.broken" });
  });

  it("carries the reasoning before a call on the call's id", () => {
    const content = { type: "reasoning" as const, text: "Hm – so?", vendor };
    const reasoning = [
      { content, textBefore: 0 },
      { content: { type: "reasoning" as const, text: "" }, textBefore: 7 },
    ];
    expect(openId(sealReasoningIntoId("call_1", { vendor, reasoning }))).toEqual({ id: "call_1", vendor, reasoning });
    expect(openId(sealReasoningIntoId("call_1", { vendor: undefined, reasoning }))).toEqual({
      id: "call_1",
      reasoning,
    });
    expect(openId(sealReasoningIntoId("call_1", { vendor, reasoning: [] }))).toEqual({ id: "call_1", vendor });
  });

  it.each([
    [{ reasoning: "x" }, { vendor: {} }],
    [{ reasoning: [1, { text: 2, vendor: "x", textBefore: "y" }] }, { content: { type: "reasoning", text: "" } }],
    [{ "openai-chat": 1 }, { vendor: {} }],
  ])("ignores a forged seal: %j", (forged, expected) => {
    const opened = openId(`call_1.pl1.${Buffer.from(JSON.stringify(forged)).toString("base64url")}`);
    expect("vendor" in expected ? opened : opened.reasoning?.[0]).toMatchObject(expected);
  });

  it("separates a dialect's own data from that of others", () => {
    expect(omitVendor(vendor, "anthropic-messages")).toBeUndefined();
    expect(omitVendor(vendor, "openai-chat")).toEqual(vendor);
  });
});
