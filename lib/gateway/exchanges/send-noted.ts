/** Sends a request to an upstream, and notes what goes both ways where the exchange is kept. */
import { type Sending, send } from "#lib/upstreams/send.ts";
import type { UpstreamNotes } from "./upstream-notes.ts";

/**
 * @param own whether the upstream's events are kept too, since the answer's will be others
 */
export function sendNoted({
  notes,
  dialect,
  own,
  ...sent
}: Parameters<typeof send>[0] & { notes: UpstreamNotes | undefined; dialect: string; own: boolean }): Sending {
  if (!notes) return send(sent);
  const { upstream, request, receiver } = sent;
  notes.noteSent({ upstream, dialect, request });
  return send({
    upstream,
    request,
    receiver: {
      onHeaders(status, headers) {
        notes.noteAnswered({ status, headers, own });
        receiver.onHeaders(status, headers);
      },
      onData(chunk) {
        notes.noteEvents(chunk);
        receiver.onData(chunk);
      },
      onEnd: () => receiver.onEnd(),
      onError: (error) => receiver.onError(error),
    },
  });
}
