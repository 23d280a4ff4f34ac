/** StoredRun: the row of one response, written by the instance that runs it and by no other. */

import type { ReplyIdentity } from "#lib/dialects/dialect.ts";
import type { UpstreamRun } from "#lib/gateway/lanes/upstream-run-terms.ts";
import { LIFETIMES } from "#lib/gateway/limits.ts";
import type { Store } from "#lib/store/store.ts";
import type { ResponseClaim } from "#lib/store/stored-response.ts";
import type { BackgroundJob } from "./background-job.ts";
import { RunLostError } from "./background-response.ts";
import type { ResponseObject } from "./response-object.ts";
import type { StoredForm } from "./stored-form.ts";

export type StoredRun = {
  /** Stores a response that has ended. @throws RunLostError for a background response that is run elsewhere */
  save(response: ResponseObject): Promise<void>;
  /** Stores a background response at its start; does nothing for one that was taken over. */
  open(response: ResponseObject): Promise<void>;
  /** Stores that the call may have reached an upstream. @throws RunLostError when another instance runs it */
  noteSent(): Promise<void>;
  /** Stores that an upstream runs it itself. @throws RunLostError when another instance runs it */
  noteRun(run: UpstreamRun): Promise<void>;
};

/** @param claim claim on a response that another instance began */
export function createStoredRun({
  form,
  responses,
  identity,
  keyId,
  previousId,
  ownItems,
  runBy,
  job,
  claim,
  resumed,
}: {
  form: StoredForm;
  responses: Store["responses"];
  identity: ReplyIdentity;
  keyId: string;
  previousId: string | null;
  ownItems: () => unknown[];
  runBy: string;
  job: () => BackgroundJob;
  claim?: ResponseClaim | undefined;
  /** Response at an upstream that it goes on with. */
  resumed?: UpstreamRun | undefined;
}): StoredRun {
  const createdAt = identity.created * 1_000;
  const owner = { id: identity.id, keyId, expiresAt: createdAt + LIFETIMES.responses };
  const held = claim ?? { runBy, fence: 1 };
  /** Resolves when the row is there; undefined for a response that is stored at its end. */
  let opened = claim && Promise.resolve();

  async function noteJob(run: UpstreamRun | undefined): Promise<void> {
    await opened;
    const to = { job: JSON.stringify({ ...job(), isSent: true, upstreamRun: run }) };
    if (!(await responses.update(owner, held, { to }))) throw new RunLostError();
  }

  const create = (response: ResponseObject, run: { aliveAt: number; runBy: string; job: string } | undefined) =>
    responses.create(
      {
        ...owner,
        previousId,
        createdAt,
        fence: run ? held.fence : 0,
        ...(run ?? { aliveAt: null, runBy: null, job: null }),
        response: JSON.stringify(form.toStored(response)),
        input: JSON.stringify(ownItems()),
      },
      form.listItemIds(response),
    );

  return {
    open(response) {
      opened ??= create(response, { aliveAt: Date.now(), runBy, job: JSON.stringify(job()) });
      return opened;
    },
    async save(response) {
      if (!opened) return create(response, undefined);
      await opened;
      const to = { response: JSON.stringify(form.toStored(response)) };
      if (!(await responses.update(owner, held, { to, itemIds: form.listItemIds(response) }))) throw new RunLostError();
    },
    noteSent: () => noteJob(resumed),
    noteRun: noteJob,
  };
}
