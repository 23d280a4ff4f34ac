/**
 * SessionGrant: share of a key's limits that a session has taken. Each response of it is reserved like a call and settled
 * by its own usage, so that a session ends soon after its key's budget is used up.
 */
import { computeCost, type UsagePrices } from "#lib/contract/usage-cost.ts";
import type { AdmittedRequest, Grant, SettledRequest } from "#lib/gateway/request/admission.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { admitModels, findTargetPrices } from "#lib/gateway/routing/admit-models.ts";
import type { ResolvedModel } from "#lib/gateway/routing/resolve-model.ts";
import { AUDIO_VARIANT } from "#lib/upstreams/price-variants.ts";
import type { AudioUsage, TurnUsage } from "./realtime-protocol.ts";

type Context = Pick<RequestContext, "services" | "principal" | "log">;

export class SessionGrant implements Grant {
  private readonly context: Context;
  private readonly name: string;
  private readonly resolved: ResolvedModel;
  private readonly audioPrices: UsagePrices | undefined;
  private readonly first: Grant;
  private turn: AdmittedRequest;
  private cost: number | null = null;
  private isOver = false;
  /** Usage that was reported of a response that has not ended. */
  unsettled: TurnUsage | undefined;

  private constructor(
    context: Context,
    {
      name,
      resolved,
      audioPrices,
      first,
    }: { name: string; resolved: ResolvedModel; audioPrices: UsagePrices | undefined; first: Grant },
  ) {
    this.context = context;
    this.name = name;
    this.resolved = resolved;
    this.audioPrices = audioPrices;
    this.first = first;
    this.turn = { grant: first, requestBytes: 0 };
  }

  /** Puts the grant of a session in the place of that of its first call. @returns undefined for a key without limits */
  static async open(
    context: Context,
    { name, resolved }: { name: string; resolved: ResolvedModel },
  ): Promise<SessionGrant | undefined> {
    const { log } = context;
    const first = log.grant;
    if (!first) return undefined;
    const audioPrices = await findTargetPrices({ ...resolved, model: `${resolved.model}${AUDIO_VARIANT}` });
    const grant = new SessionGrant(context, { name, resolved, audioPrices, first });
    log.grant = grant;
    return grant;
  }

  addHeaders(headers: Record<string, string | string[]>): void {
    this.first.addHeaders(headers);
  }

  /**
   * Settles a response that has ended, and reserves the next one.
   * @throws GatewayError 402 or 429 over a limit, 403 for a model that the key may no longer call
   */
  async renew(usage: TurnUsage | undefined): Promise<void> {
    const { services, principal } = this.context;
    this.settleTurn({ usage, outcome: { status: 200 }, dryRun: false });
    const turn: AdmittedRequest = { grant: undefined, requestBytes: 0 };
    this.turn = turn;
    await services.admission.admitRequest({ principal, log: turn, route: "realtime", callsModel: true });
    await admitModels({ log: turn, services }, { name: this.name, resolved: [this.resolved] });
    if (this.isOver) this.settleTurn({ usage: undefined, outcome: { status: 200 }, dryRun: true });
  }

  /** Settles the response that the end of the session cut, if one was under way. */
  settle({ outcome }: SettledRequest): number | null {
    this.isOver = true;
    this.settleTurn({ usage: this.unsettled, outcome, dryRun: this.unsettled === undefined });
    return this.cost;
  }

  private settleTurn({
    usage,
    outcome,
    dryRun,
  }: Pick<SettledRequest, "outcome" | "dryRun"> & { usage: TurnUsage | undefined }): void {
    const { log } = this.context;
    const audio = usage?.audio && this.priceAudio(usage.audio);
    const cost = this.turn.grant?.settle({
      ...{ target: log.target, usage, outcome, responseBytes: 0, images: null, characters: null },
      ...(dryRun ? { dryRun } : {}),
      ...(audio ? { audio } : {}),
    });
    this.turn = { grant: undefined, requestBytes: 0 };
    if (typeof cost === "number") this.cost = (this.cost ?? 0) + cost;
  }

  private priceAudio(audio: AudioUsage): NonNullable<SettledRequest["audio"]> | undefined {
    const { inputTokens, outputTokens, cachedInputTokens: cachedTokens } = audio;
    const counts = { inputTokens, outputTokens, cachedTokens, requests: 0 };
    const cost = this.audioPrices && computeCost(counts, this.audioPrices);
    // At an unknown price they count as text, which is never dearer.
    return cost && { inputTokens, outputTokens, cachedTokens, cost: cost.amount };
  }
}
