/** SessionUsage: tokens of a session, summed up for its row of the request log and settled response by response. */
import type { LogEntry } from "#lib/gateway/request/log-entry.ts";
import { BLANK_ROW } from "#lib/store/request-log-row.ts";
import type { Store } from "#lib/store/store.ts";
import { AUDIO_VARIANT } from "#lib/upstreams/price-variants.ts";
import { addUsage, type TurnUsage, withoutAudio } from "./realtime-protocol.ts";
import type { SessionGrant } from "./session-grant.ts";

export class SessionUsage {
  private readonly log: LogEntry;
  private readonly store: Pick<Store, "requestLog">;
  private readonly grant: SessionGrant | undefined;
  private total: TurnUsage | undefined;
  /** Usage of a response that has not ended. */
  private ofTurn: TurnUsage | undefined;
  private renewing: Promise<void> = Promise.resolve();

  constructor({
    log,
    store,
    grant,
  }: {
    log: LogEntry;
    store: Pick<Store, "requestLog">;
    grant: SessionGrant | undefined;
  }) {
    this.log = log;
    this.store = store;
    this.grant = grant;
  }

  /** Notes the usage of a response; a later one of the same response replaces it. */
  note(usage: TurnUsage): void {
    this.ofTurn = usage;
  }

  /** @throws GatewayError 402, 403 or 429 when the key may have no further response */
  async endTurn(): Promise<void> {
    const usage = this.ofTurn;
    this.ofTurn = undefined;
    if (usage) this.total = addUsage(this.total, usage);
    const { grant } = this;
    if (!grant) return;
    this.renewing = this.renewing.then(() => grant.renew(usage));
    await this.renewing;
  }

  /** Puts the sum into the log entry, before it is finished. */
  finish(): void {
    const { log, ofTurn, grant } = this;
    if (ofTurn) this.total = addUsage(this.total, ofTurn);
    if (grant) grant.unsettled = ofTurn;
    this.ofTurn = undefined;
    if (!this.total) return;
    log.usage = withoutAudio(this.total);
    this.logAudio(this.total);
  }

  /** Tokens of audio have a row of their own, since their price is another. */
  private logAudio({ audio }: TurnUsage): void {
    const { log } = this;
    if (!audio || !log.logged || log.target === null) return;
    this.store.requestLog.append({
      ...BLANK_ROW,
      id: `${log.id}_audio`,
      time: log.time,
      keyId: log.keyId,
      dialect: log.dialect,
      lane: log.lane,
      upstream: log.upstream,
      model: log.model,
      target: `${log.target}${AUDIO_VARIANT}`,
      status: 101,
      inputTokens: audio.inputTokens,
      outputTokens: audio.outputTokens,
      cachedTokens: audio.cachedInputTokens,
      totalMs: log.elapsed(),
      group: log.group,
      tags: log.level?.hidesText ? [] : log.tags,
    });
  }
}
