/** StoredForm: one API's form of a stored response, for the code that runs, stores and follows responses of any API. */
import type { Dialect, ReplyIdentity, StreamWriter, WireRequest } from "#lib/dialects/dialect.ts";
import type { Sealer } from "#lib/store/sealer.ts";
import type { Store } from "#lib/store/store.ts";
import type { Reader, ResponseObject } from "./response-object.ts";

/** Fields of the request that every API with stored responses has. */
export type StoredWire = WireRequest & {
  store?: boolean | null | undefined;
  background?: boolean | null | undefined;
};

/** Sources of what a request continues. */
export type InputSources = {
  keyId: string;
  responses: Store["responses"];
  /** Opens compaction items of this gateway. */
  sealer: Pick<Sealer, "seal" | "open">;
};

export type WholeInput = {
  /** Request with all that it continues. */
  expanded: WireRequest;
  /** Returns the request's own input as it is stored: without what it continues. */
  ownItems(): unknown[];
};

/** Error of a failed response. */
export type Failure = { message: string; code?: string | undefined; type?: string | undefined };

export type StoredForm = {
  dialect: Dialect;
  /** Path of the route that creates such responses. */
  path: string;
  /** Returns the request with what decides on the form that its client reads. */
  prepare(wire: StoredWire, reader: Reader): StoredWire;
  /** Id of the response that a request continues. */
  getPreviousId(wire: StoredWire): string | null;
  /** @throws GatewayError 400 for a response that is not stored here, or not yet complete */
  readWholeInput(wire: StoredWire, sources: InputSources): Promise<WholeInput>;
  /** Returns the response at its start. */
  writeOpen(identity: ReplyIdentity, wire: StoredWire): ResponseObject;
  /** Returns the response while it runs. @param events data of the events so far that complete a part of it */
  writePartial(response: ResponseObject, events: readonly unknown[]): ResponseObject;
  /** Matches the first line of an event that completes a part of the response. */
  completesPart(event: string): boolean;
  /** Returns a stream writer that passes the final object to `onFinal`, before the last events leave. */
  watchWriter(
    writer: StreamWriter,
    of: { identity: ReplyIdentity; wire: WireRequest; onFinal: (response: ResponseObject) => void },
  ): StreamWriter;
  toStored(response: ResponseObject): ResponseObject;
  toClient(response: ResponseObject, reader: Reader): ResponseObject;
  toFailed(response: ResponseObject, error: Failure): ResponseObject;
  /** Ids of the parts by which a later input may name them. */
  listItemIds(response: ResponseObject): string[];
  /** First event, of a response that ends before its stream has begun. */
  writeFirstEvent(response: ResponseObject, number: number): string;
  /** Events that end a response that was cancelled, or that failed outside its stream. */
  writeLastEvents(response: ResponseObject, number: number): string[];
};
