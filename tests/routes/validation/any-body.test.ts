/**
 * No body whatever makes the gateway fail, on any route that takes JSON and whoever answers (spec, Errors). It is the
 * test of both mounts: those of single fields ask one, for what is made of a body does not depend on how it came in.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerAnyDialect } from "#tests/support/answer-any-dialect.ts";
import { mounts, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { jsonRoutes } from "#tests/support/json-routes.ts";
import { type StubUpstream, startStubUpstream } from "#tests/support/stub-upstream.ts";
import { expectGoodAnswer, neverFails, post } from "#tests/support/wrong-bodies.ts";

const UPSTREAMS = ["chat/m", "responses/m", "messages/m", "google/m"];

describe.each(mounts)("on the %s mount", (mount) => {
  let stub: StubUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    stub = await startStubUpstream(answerAnyDialect);
    const retries = { attempts: 0 };
    const of = (dialect: string) => ({ baseUrl: stub.url, dialects: [dialect], models: ["m"], retries });
    const upstreams = {
      chat: of("openai-chat"),
      responses: of("openai-responses"),
      messages: of("anthropic-messages"),
      google: of("google-generate"),
    };
    gateway = await startGateway({ mount, config: { upstreams } });
  });
  afterAll(async () => {
    await gateway?.close();
    await stub?.close();
  });

  describe.each(jsonRoutes.map((route) => ({ name: route.name, route })))("$name", ({ route }) => {
    it("accepts valid bodies", async () => {
      for (const model of ["sandbox/guide", "sandbox/echo", ...UPSTREAMS]) {
        for (const body of [route.base, ...route.full]) {
          const whole = JSON.stringify(route.modelPlace === "body" ? { model, ...body } : body);
          const response = await post({ gateway, route, model, body: whole });
          expect(response.status, await response.clone().text()).toBe(200);
          await expectGoodAnswer(response, route);
        }
      }
    });

    // The mounts differ in receiving a body, not in processing it.
    const runs = mount === "node" ? 150 : 50;

    it("never fails with a 500, whatever the body", { timeout: 60_000 }, () => neverFails({ gateway, route, runs }));

    it("never fails with a 500 with an upstream, whatever the body", { timeout: 60_000 }, () =>
      neverFails({ gateway, route, models: UPSTREAMS, runs }),
    );
  });
});
