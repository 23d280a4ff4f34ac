/** respondResumable: a client that asks for a resumable response and does not wait for its first byte. */
import { expect, test } from "vitest";
import { respondResumable } from "#lib/gateway/assembly/respond-resumable.ts";
import type { AllServices } from "#lib/gateway/assembly/services.ts";
import type { ResumableResponse } from "#lib/gateway/bodies/resumable/resumable-response.ts";
import { MemoryBudget, Resumables } from "#lib/gateway/bodies/resumable/resumables.ts";
import { RESUMABLE_LIMITS } from "#lib/gateway/limits.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { ADMIN } from "#lib/gateway/request/key-ring.ts";
import type { HttpResponse, Sink } from "#lib/http/http-message.ts";
import { createTestRequest } from "#tests/support/request-context.ts";

test("the response is logged at its end, though its client disconnected before it began", async () => {
  const { context, client, inFlight, rows } = createTestRequest({ headers: { "x-gateway-keep": "events" } });
  const resumableMemory = new MemoryBudget(RESUMABLE_LIMITS.totalBytes);
  const resumables = new Resumables<ResumableResponse>({ limits: RESUMABLE_LIMITS, budget: resumableMemory, inFlight });
  const services = { ...context.services, resumables, resumableMemory } as unknown as AllServices;
  let sink: Sink | undefined;
  const streamed: HttpResponse = {
    status: 200,
    headers: { "content-type": "text/event-stream" },
    body: {
      start(played) {
        sink = played;
      },
      resume() {},
      cancel() {},
    },
  };
  const response = await respondResumable(
    { ...context, services } as RequestContext<AllServices>,
    { writeStreamError: ({ message }) => message },
    async () => {
      client.leave();
      return streamed;
    },
  );
  expect([response.status, response.body]).toEqual([200, ""]);
  sink?.write("data: one\n\n");
  context.log.finish({ status: 200 });
  sink?.end();
  expect(rows).toMatchObject([{ status: 200, error: null }]);
  expect(resumables.find({ id: context.log.id, keyId: ADMIN.keyId })?.describe({ writes: false })).toMatchObject({
    state: "complete",
    bytes: 11,
  });
});
