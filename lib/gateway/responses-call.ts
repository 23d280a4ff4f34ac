/** A call of `POST /v1/responses` whose answer the gateway writes: continued from stored ones, and stored itself. */
import type { Dialect, ReplyIdentity } from "#lib/dialects/dialect.ts";
import type { ResponsesRequest } from "#lib/dialects/openai-responses/wire.ts";
import type { ExchangeResponse } from "#lib/http/exchange.ts";
import { type AnswerContext, replyIdentity } from "./answer-context.ts";
import { answerInBackground } from "./responses-background.ts";
import { readWholeInput } from "./responses-input.ts";
import { type ResponseObject, realItems, toKept, withClientForm } from "./responses-object.ts";

/** How one of the lanes answers. */
export type Answer = (context: AnswerContext) => Promise<ExchangeResponse>;

/** As long as the convention promises (wire-formats §2.1). */
const KEPT_MS = 30 * 24 * 3_600_000;

/** @throws GatewayError 400 for what it continues and is not there */
export async function answerResponse(context: AnswerContext, answer: Answer): Promise<ExchangeResponse> {
  const { runtime, record, exchange } = context;
  const wire = withClientForm(context.wire as ResponsesRequest, exchange.headers);
  const { responses } = runtime.store;
  const keyId = record.keyId ?? "";
  const { asked, ownItems } = await readWholeInput(wire, { keyId, responses });
  const identity = replyIdentity(context);

  function save(response: ResponseObject, aliveAt: number | null = null): void {
    const createdAt = identity.created * 1_000;
    const itemIds = realItems(response).map(({ id }) => String(id));
    const stored = {
      id: identity.id,
      keyId,
      previousId: wire.previous_response_id ?? null,
      createdAt,
      expiresAt: createdAt + KEPT_MS,
      aliveAt,
      response: JSON.stringify(toKept(response)),
      input: JSON.stringify(ownItems()),
    };
    responses.save(stored, itemIds);
  }

  const dialectFor = (onFinal?: (response: ResponseObject) => void): Dialect =>
    observed({ dialect: context.dialect, identity, asked, onFinal });
  if (wire.background) return answerInBackground({ context: { ...context, wire }, identity, answer, save, dialectFor });
  // After the answer's last bytes are on their way.
  const saveLater = (response: ResponseObject) => setImmediate(() => save(response));
  return answer({ ...context, wire, dialect: dialectFor(wire.store === false ? undefined : saveLater) });
}

/**
 * The dialect, as it answers this one call: under this identity, asking for the whole input, and telling the final object.
 */
function observed({
  dialect,
  identity,
  asked,
  onFinal,
}: {
  dialect: Dialect;
  identity: ReplyIdentity;
  asked: ResponsesRequest;
  /** Absent where nobody asks for it: it is read out of the stream's last event, which is as long as the whole answer. */
  onFinal: ((response: ResponseObject) => void) | undefined;
}): Dialect {
  return {
    ...dialect,
    createId: () => identity.id,
    readRequest: (wire) => dialect.readRequest({ ...asked, stream: wire.stream }),
    writeReply(reply, _, wire) {
      const response = dialect.writeReply(reply, identity, wire);
      onFinal?.(response);
      return response;
    },
    createStreamWriter(_, wire) {
      const writer = dialect.createStreamWriter(identity, wire);
      return {
        write: (part) => writer.write(part),
        end() {
          const events = writer.end();
          const response = onFinal && readFinal(events);
          if (response) onFinal?.(response);
          return events;
        },
      };
    },
  };
}

/** The object in the last of these events; undefined where the stream ended otherwise. */
function readFinal(events: string): ResponseObject | undefined {
  const data = events.slice(events.lastIndexOf("\ndata: ") + "\ndata: ".length);
  return data.startsWith("{") ? (JSON.parse(data) as { response?: ResponseObject }).response : undefined;
}
