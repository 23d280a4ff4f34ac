/** A response with a bit of everything that a response can hold. */
export const SAMPLE_ANSWER = `## In one sentence

Server-sent events are **one-way HTTP streams** that reconnect by themselves; WebSockets are a *two-way* protocol of their own.

| | Server-sent events | WebSocket |
|---|---|---|
| Direction | server to client | both |
| Transport | HTTP/1.1, HTTP/2, HTTP/3 | its own, after an upgrade |
| Reconnects | by itself, with \`Last-Event-ID\` | by hand |
| Bytes a frame | about 8 | 2 to 14 |

### In code

\`\`\`ts
const events = new EventSource("/v1/stream");
events.addEventListener("message", ({ data, lastEventId }) => {
  console.log(lastEventId, JSON.parse(data));
});
\`\`\`

The cost of an event grows with its length: $c(n) = 8 + n$ bytes, so that for a mean of $\\bar{n}$

$$
\\text{overhead} = \\frac{8}{8 + \\bar{n}}
$$

1. Choose server-sent events for answers that stream.
2. Choose WebSockets where the client talks as much as the server:
   - voice,
   - shared editing.

> Both hold one connection open; proxies that buffer break the first and not the second.
`;
