/** The sources of all upstreams that make videos, each made once. */
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { UpstreamSource, WorkEnvironment } from "../work.ts";
import { videoDialectOf, videoSourceOf } from "./video-source-of.ts";

export function videoSources(upstreams: ReadonlyMap<string, Upstream>): WorkEnvironment["sourceOf"] {
  const sources = new Map<string, UpstreamSource>();
  for (const upstream of upstreams.values()) {
    const source = videoSourceOf(upstream);
    const dialect = videoDialectOf(upstream);
    if (source && dialect) sources.set(upstream.id, { source, dialect });
  }
  return (id) => sources.get(id);
}
