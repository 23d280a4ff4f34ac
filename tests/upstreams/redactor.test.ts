import { describe, expect, it } from "vitest";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { createRedactor, redactError } from "#lib/upstreams/redactor.ts";

const SECRET = 'käy/"0123+456=';

describe("a secret in a text", () => {
  const redact = createRedactor(["sk-1", "sk-1234567890", SECRET, ""]);

  it.each([
    ["as it is", SECRET],
    ["in a URL", encodeURIComponent(SECRET)],
    ["in a URL, in small letters", encodeURIComponent(SECRET).toLowerCase()],
    ["in base64", Buffer.from(SECRET).toString("base64")],
    ["in base64 for URLs", Buffer.from(SECRET).toString("base64url")],
    ["in JSON", JSON.stringify(SECRET).slice(1, -1)],
  ])("%s is redacted", (_name, form) => {
    const shown = redact(`no: ${form}, and ${form}`);
    expect(shown.replaceAll("=", "")).toBe("no: [redacted], and [redacted]");
  });

  it("is redacted whole where another secret is its prefix", () => {
    expect(redact("sk-1234567890 sk-12")).toBe("[redacted] [redacted]2");
  });

  it("that is short is redacted only in its plain form", () => {
    const short = Buffer.from("sk-1").toString("base64");
    expect(redact(short)).toBe(short);
  });

  it("leaves other texts unchanged", () => {
    expect(redact("sk")).toBe("sk");
    expect(createRedactor([])("anything")).toBe("anything");
  });
});

describe("a secret in bytes", () => {
  const redact = createRedactor(["sk-1234", "sk-1234567890", "34-abcdefgh"]);

  function stream(bytes: Buffer, cuts: number[]): Buffer {
    const redactor = redact.stream();
    const edges = [0, ...cuts, bytes.length];
    const chunks = edges.slice(1).map((edge, index) => redactor.push(bytes.subarray(edges[index], edge)));
    return Buffer.concat([...chunks, redactor.end()]);
  }

  it.each(["no sk-1234567890 here, sk-1234, sk-123", "sk-1234-abcdefgh", "34-abcdefghsk-1234567890sk-1234sk-1"])(
    "is found wherever the bytes are cut: %s",
    (text) => {
      const bytes = Buffer.from(text);
      for (let at = 0; at <= bytes.length; at++) {
        for (let next = at; next <= bytes.length; next++) {
          expect(String(stream(bytes, [at, next])), `${at} ${next}`).toBe(redact(text));
        }
      }
    },
  );

  it("leaves binary bytes unchanged", () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0, 0xc3]), Buffer.from("é sk-1234"), Buffer.from([0xfe])]);
    const shown = Buffer.concat([Buffer.from([0xff, 0, 0xc3]), Buffer.from("é [redacted]"), Buffer.from([0xfe])]);
    expect(stream(bytes, [4, 9]).equals(shown)).toBe(true);
  });

  it("delays nothing where there are no secrets", () => {
    expect(String(createRedactor([]).stream().push(Buffer.from("all")))).toBe("all");
  });
});

it("an error has no secret in any field", () => {
  const { cause, ...rest } = {
    status: 401,
    message: "no sk-123",
    type: "sk-123",
    param: "sk-123",
    code: "sk-123",
    cause: 1,
  };
  const error = redactError(
    new GatewayError({ ...rest, headers: { "retry-after": "1" }, cause }),
    createRedactor(["sk-123"]),
  );
  expect(error).toMatchObject({
    status: 401,
    message: "no [redacted]",
    type: "[redacted]",
    param: "[redacted]",
    code: "[redacted]",
    headers: { "retry-after": "1" },
    cause,
  });
});
