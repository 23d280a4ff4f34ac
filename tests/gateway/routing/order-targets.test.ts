import { expect, it } from "vitest";
import { orderTargets } from "#lib/gateway/routing/order-targets.ts";

const route = {
  targets: [
    { model: "a/x", weight: 3 },
    { model: "b/y", weight: 1 },
    { model: "c/off", weight: 0 },
  ],
  fallback: ["d/z", "e/w"],
};

it("tries targets before fallbacks, and none without a weight", () => {
  for (let round = 0; round < 50; round++) {
    const order = orderTargets(route);
    expect(order.slice(0, 2).sort()).toEqual(["a/x", "b/y"]);
    expect(order.slice(2)).toEqual(["d/z", "e/w"]);
  }
});

it("shares the requests by the weights", () => {
  let state = 42;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const rounds = 4_000;
  let first = 0;
  for (let round = 0; round < rounds; round++) if (orderTargets(route, { random })[0] === "a/x") first++;
  expect(first / rounds).toBeGreaterThan(0.72);
  expect(first / rounds).toBeLessThan(0.78);
});

it("puts the model of the conversation first, if the route still has it", () => {
  expect(orderTargets(route, { first: "e/w" })[0]).toBe("e/w");
  expect(orderTargets(route, { first: "e/w" })).toHaveLength(4);
  expect(orderTargets(route, { first: "gone/model" })).toHaveLength(4);
  expect(orderTargets(route, { first: "c/off" })).not.toContain("c/off");
});
