import { ROOT_CONTEXT } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { describe, expect, it } from "vitest";
import { createTraceStarter } from "#lib/gateway/telemetry/trace-starter.ts";

const CLIENT = { trace: "0af7651916cd43dd8448eb211c80319c", span: "b7ad6b7169203331" };
const propagator = new W3CTraceContextPropagator();

function open(sampler: Sampler) {
  const starter = createTraceStarter(sampler, propagator);
  const tracer = new TracerProvider({ sampler, idGenerator: starter.idGenerator }).getTracer("test");
  return { starter, tracer };
}

describe("the start of a trace", () => {
  it("has the id and the decision that the tracer's span then has", () => {
    const { starter, tracer } = open(new TraceIdRatioBasedSampler(0.3));
    const starts = Array.from({ length: 300 }, () => {
      const start = starter.start({});
      if (start.isSampled) {
        const span = tracer.startSpan("request", {}, start.parent);
        expect(span.isRecording()).toBe(true);
        expect(span.spanContext().traceId).toBe(start.traceId);
      }
      return start;
    });
    const sampled = starts.filter(({ isSampled }) => isSampled);
    // Six standard deviations around 90.
    expect(sampled.length).toBeGreaterThan(42);
    expect(sampled.length).toBeLessThan(138);
    expect(new Set(starts.map(({ traceId }) => traceId)).size).toBe(300);
  });

  it("gives an id to one span only", () => {
    const { starter, tracer } = open(new AlwaysOnSampler());
    const { traceId } = starter.start({});
    expect(tracer.startSpan("first", {}, ROOT_CONTEXT).spanContext().traceId).toBe(traceId);
    expect(tracer.startSpan("second", {}, ROOT_CONTEXT).spanContext().traceId).not.toBe(traceId);
  });

  it("keeps no id of a request that is not sampled, and none beside the client's", () => {
    const { starter, tracer } = open(new ParentBasedSampler({ root: new AlwaysOnSampler() }));
    for (const flags of ["00", "01"]) {
      const start = starter.start({ traceparent: `00-${CLIENT.trace}-${CLIENT.span}-${flags}` });
      expect(start).toMatchObject({ traceId: CLIENT.trace, isSampled: flags === "01" });
      expect(tracer.startSpan("other", {}, ROOT_CONTEXT).spanContext().traceId).not.toBe(CLIENT.trace);
    }
  });

  it("tells the provider that nothing is recorded, in the client's trace and with its state", () => {
    const { starter } = open(new AlwaysOffSampler());
    const traceparent = `00-${CLIENT.trace}-${CLIENT.span}-01`;
    const headers = starter.writeUnsampled(starter.start({ traceparent, tracestate: "v=1,w=2" }));
    expect(headers).toEqual({
      traceparent: expect.stringMatching(new RegExp(`^00-${CLIENT.trace}-[0-9a-f]{16}-00$`)),
      tracestate: "v=1,w=2",
    });
    expect(headers.traceparent).not.toContain(CLIENT.span);
    expect(starter.writeUnsampled(starter.start({}))).toEqual({
      traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/),
    });
  });

  it("neither reads nor writes a trace that is not passed on", () => {
    const starter = createTraceStarter(new AlwaysOnSampler(), undefined);
    const start = starter.start({ traceparent: `00-${CLIENT.trace}-${CLIENT.span}-01` });
    expect(start.traceId).not.toBe(CLIENT.trace);
    expect(starter.writeUnsampled(start)).toEqual({});
  });
});
