import { describe, expect, it } from "vitest";
import { listRefusedLosses, readSteering } from "#lib/gateway/routing/request-steering.ts";

const read = (headers: Record<string, string>) => readSteering({ headers });

describe("the headers that steer a request", () => {
  it("are read", () => {
    expect(read({})).toEqual({});
    expect(
      read({
        "x-gateway-route": "only=openai/gpt-5",
        "x-gateway-timeout-ms": "2500",
        "x-gateway-on-loss": "refuse:seed, logprobs",
      }),
    ).toEqual({ only: "openai/gpt-5", timeoutMs: 2_500, onLoss: ["seed", "logprobs"] });
    expect(read({ "x-gateway-on-loss": "refuse" })).toEqual({ onLoss: "refuse" });
  });

  it.each([
    [{ "x-gateway-route": "openai/gpt-5" }, "x-gateway-route"],
    [{ "x-gateway-route": "only=" }, "x-gateway-route"],
    [{ "x-gateway-timeout-ms": "0" }, "x-gateway-timeout-ms"],
    [{ "x-gateway-timeout-ms": "1s" }, "x-gateway-timeout-ms"],
    [{ "x-gateway-timeout-ms": "86400001" }, "x-gateway-timeout-ms"],
    [{ "x-gateway-on-loss": "maybe" }, "x-gateway-on-loss"],
    [{ "x-gateway-on-loss": "refuse:seed,," }, "x-gateway-on-loss"],
  ])("are refused by name: %j", (headers, param) => {
    expect(() => read(headers)).toThrow(expect.objectContaining({ status: 400, param }));
  });
});

describe("fields whose loss refuses a request", () => {
  const dropped = ["seed", "messages[].content[].cache_control", "logprobs"];

  it("are none, all, or those of the list with all below them", () => {
    expect(listRefusedLosses(undefined, dropped)).toEqual([]);
    expect(listRefusedLosses("allow", dropped)).toEqual([]);
    expect(listRefusedLosses("refuse", dropped)).toEqual(dropped);
    expect(listRefusedLosses(["seed"], dropped)).toEqual(["seed"]);
    expect(listRefusedLosses(["messages"], dropped)).toEqual(["messages[].content[].cache_control"]);
    expect(listRefusedLosses(["log"], dropped)).toEqual([]);
  });
});
