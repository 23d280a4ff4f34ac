import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replaceModel, replaceModelInBytes } from "#lib/gateway/lanes/replace-model.ts";
import { abridgeJson } from "#lib/http/abridge-json.ts";

describe("replacing the model in a body", () => {
  it("keeps everything else byte for byte: big numbers, spacing, order, escapes", () => {
    const body =
      '{ "seed": 9223372036854775807,\n\t"x": "a\\"model\\": \\\\",  "model" :  "up/m", "y":1.0, "z":{"model":"inner"} }';
    expect(replaceModel(body, "up/m", "m")).toBe(body.replace('"up/m"', '"m"'));
  });

  it("finds it behind nested objects, arrays and strings that look like it", () => {
    const body = '{"a":[{"model":"no"},"model"],"b":"\\"model\\":\\"no\\"","model":"yes"}';
    expect(replaceModel(body, "yes", "new")).toBe(body.replace('"yes"', '"new"'));
  });

  it("follows the parser where the field is repeated or escaped", () => {
    expect(JSON.parse(replaceModel('{"model":"a","model":"b"}', "b", "c"))).toEqual({ model: "c" });
    expect(JSON.parse(replaceModel('{"\\u006dodel":"b","x":1}', "b", "c"))).toEqual({ model: "c", x: 1 });
    expect(replaceModel('{"model":"\\u0062"}', "b", "c")).toBe('{"model":"c"}');
  });

  it("changes only the model of any JSON object", () => {
    const field = fc.oneof(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(fc.dictionary(fc.string(), field), fc.string(), fc.string(), (fields, before, after) => {
        const body = { ...fields, model: before };
        const replaced = JSON.parse(replaceModel(JSON.stringify(body, null, 1), before, after));
        expect(replaced).toEqual(JSON.parse(JSON.stringify({ ...body, model: after })));
      }),
    );
  });
});

describe("replacing the model in an abridged body", () => {
  const image = `data:image/png;base64,${"QUJD".repeat(20_000)}`;
  const replaced = (text: string, current: string, model: string) => {
    const bytes = Buffer.from(text);
    const abridged = abridgeJson(bytes);
    if (!abridged) throw new Error("It was not abridged.");
    const body = { ...abridged, bytes, skeleton: abridged.skeleton.toString() };
    return Buffer.concat(replaceModelInBytes(body, current, model)).toString();
  };

  it("keeps everything else byte for byte, wherever the model is", () => {
    const behind = `{ "a":"é","image" : "${image}", "big": 9223372036854775807, "model":"up/m", "x":["${image}"] }`;
    expect(replaced(behind, "up/m", "m")).toBe(behind.replace('"up/m"', '"m"'));
    const before = `{"model":"up/ü","image":"${image}"}`;
    expect(replaced(before, "up/ü", "ü")).toBe(before.replace('"up/ü"', '"ü"'));
    expect(replaced(before, "up/ü", "up/ü")).toBe(before);
  });

  it("follows the parser where the field is repeated", () => {
    expect(JSON.parse(replaced(`{"model":"a","i":"${image}","model":"b"}`, "b", "c"))).toEqual({
      model: "c",
      i: image,
    });
  });
});
