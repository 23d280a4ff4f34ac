/** The sources of all upstreams that make videos, each made once. */
import type { Bridge } from "#lib/upstreams/ai-sdk/bridge.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { UpstreamSource, WorkEnvironment } from "../work.ts";
import { createBridgeSource } from "./bridge-source.ts";
import { videoDialectOf, videoSourceOf } from "./video-source-of.ts";

export function videoSources({
  upstreams,
  bridges,
}: {
  upstreams: ReadonlyMap<string, Upstream>;
  bridges: ReadonlyMap<string, Bridge>;
}): WorkEnvironment["sourceOf"] {
  const sources = new Map<string, UpstreamSource>();
  for (const upstream of upstreams.values()) {
    const source = videoSourceOf(upstream);
    const dialect = videoDialectOf(upstream);
    if (source && dialect) sources.set(upstream.id, { source, dialect });
  }
  for (const { id, videos } of bridges.values()) {
    if (videos) sources.set(id, { source: createBridgeSource(videos), dialect: undefined });
  }
  return (id) => sources.get(id);
}
