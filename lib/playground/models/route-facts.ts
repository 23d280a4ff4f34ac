/** Facts about the route of a request, from the gateway's response headers. */
export type RouteFacts = {
  requestId?: string;
  lane?: string;
  upstream?: string;
  dropped: string[] /** Number of made-up values. */;
  placeholders?: number;
};

export function readRouteFacts(headers: Headers): RouteFacts {
  const dropped = headers.get("x-gateway-dropped") ?? "";
  const placeholders = Number(headers.get("x-gateway-placeholders"));
  return {
    ...(placeholders > 0 && { placeholders }),
    requestId: headers.get("x-request-id") ?? undefined,
    lane: headers.get("x-gateway-lane") ?? undefined,
    upstream: headers.get("x-gateway-upstream") ?? undefined,
    dropped: dropped
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean),
  };
}
