/** Watches what nobody's request tells: budgets, the rate of failures, expiries and retirements. */
import type { AlertSettings } from "#lib/config/alert-settings.ts";
import { ALERT_LIMITS } from "#lib/gateway/limits.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { findRetirement } from "#lib/gateway/routing/find-retirement.ts";
import { tryResolve } from "#lib/gateway/routing/resolve-model.ts";
import { listTargets } from "#lib/gateway/routing/route-targets.ts";
import type { KeyRecord } from "#lib/store/store.ts";
import type { RaisedAlert } from "./alert-service.ts";
import { readCertificateEnd } from "./read-certificate-end.ts";

type Raise = (alert: RaisedAlert) => Promise<void>;
type Watched = Pick<
  Services,
  "settings" | "store" | "admission" | "upstreams" | "bridges" | "builtIns" | "catalogue" | "log"
>;
type Watch = { services: Watched; alerts: AlertSettings; raise: Raise };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

/** Looks at once a minute; at certificates, expiries and retirements once an hour. */
export function watchConditions(
  services: Watched,
  raise: Raise,
  { minuteMs = MINUTE_MS }: { minuteMs?: number } = {},
): { close(): Promise<void> } {
  let running: Promise<void> | undefined;
  let minutes = 0;

  async function look(): Promise<void> {
    const { alerts } = services.settings;
    if (!alerts) return;
    const watch = { services, alerts, raise };
    const isHour = minutes++ % 60 === 0;
    const checks = [checkErrorRate, checkBudgets, ...(isHour ? [checkKeys, checkCertificates, checkModels] : [])];
    for (const check of checks) {
      await check(watch).catch((error) => services.log(`${check.name} for alerts failed: ${String(error)}`));
    }
    if (isHour) await services.store.alerts.removeBefore(services.store.now() - ALERT_LIMITS.keepMs).catch(() => {});
  }

  const timer = setInterval(() => {
    running ??= look().finally(() => {
      running = undefined;
    });
  }, minuteMs).unref();
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}

/** One alert for each stretch of the time that is looked at. */
export async function checkErrorRate({ services, alerts, raise }: Watch): Promise<void> {
  const { percent, minutes, requests: fewest } = alerts.errorRate;
  const now = services.store.now();
  const spanMs = minutes * MINUTE_MS;
  const { requests, failures } = await services.store.alerts.countFailures(now - spanMs);
  if (requests < fewest || failures * 100 < requests * percent) return;
  await raise({
    type: "error_rate.high",
    occasion: String(Math.floor(now / spanMs)),
    data: { requests, failures, percent: Math.round((failures / requests) * 1_000) / 10, minutes },
  });
}

/** One alert for each share of each budget of each day or month. */
export async function checkBudgets({ services, alerts, raise }: Watch): Promise<void> {
  const seen = new Set<string>();
  for (const key of (await listActiveKeys(services)).slice(0, ALERT_LIMITS.keys)) {
    const { id: keyId, policy, group } = key;
    const owners = await services.admission.readUse({ keyId, policy, ...(group === null ? {} : { group }) });
    for (const { limit, owner, amount, used, resets_at: resetsAt } of owners) {
      if (limit !== "usd_per_day" && limit !== "usd_per_month") continue;
      const subject = owner === "group" ? `group:${group}` : `key:${keyId}`;
      const reached = alerts.budgetPercent.filter((percent) => amount > 0 && used * 100 >= amount * percent);
      const occasion = `${subject} ${limit} ${resetsAt} ${Math.max(...reached)}`;
      if (reached.length === 0 || seen.has(occasion)) continue;
      seen.add(occasion);
      const names = owner === "group" ? { group } : { key_id: keyId, key_name: key.name };
      const data = { ...names, limit, amount_usd: amount, used_usd: used, percent: Math.max(...reached) };
      await raise({ type: "budget.threshold", occasion, data: { ...data, resets_at: resetsAt } });
    }
  }
}

export async function checkKeys({ services, alerts, raise }: Watch): Promise<void> {
  for (const { id, name, expiresAt } of await listActiveKeys(services)) {
    const days = expiresAt === null ? undefined : findReached(alerts, expiresAt - services.store.now());
    if (days === undefined) continue;
    const data = { key_id: id, key_name: name, expires_at: expiresAt, days };
    await raise({ type: "key.expiring", occasion: `${id} ${expiresAt} ${days}`, data });
  }
}

export async function checkCertificates({ alerts, raise, services }: Watch): Promise<void> {
  for (const host of alerts.certificates) {
    let end: number;
    try {
      end = await readCertificateEnd(host);
    } catch (error) {
      services.log(String(error), { level: "warn" });
      continue;
    }
    const days = findReached(alerts, end - services.store.now());
    if (days === undefined) continue;
    const data = { host, expires_at: end, days };
    await raise({ type: "certificate.expiring", occasion: `${host} ${end} ${days}`, data });
  }
}

/** Looks at the models that the config names: in routes, aliases and retirements. */
export async function checkModels({ services, alerts, raise }: Watch): Promise<void> {
  const { settings } = services;
  const names = new Set([
    ...Object.values(settings.routes).flatMap(listTargets),
    ...Object.values(settings.aliases),
    ...(settings.defaultModel === undefined ? [] : [settings.defaultModel]),
    ...[...settings.upstreams, ...settings.bridges].flatMap(({ id, retirements = {} }) =>
      Object.keys(retirements).map((model) => `${id}/${model}`),
    ),
  ]);
  for (const name of names) {
    const resolved = tryResolve(name, services);
    if (!resolved || resolved.kind === "sandbox") continue;
    const upstream = resolved.kind === "bridge" ? resolved.bridge : resolved.upstream;
    const retirement = findRetirement(upstream, resolved.model, services);
    const days = retirement && findReached(alerts, retirement.retiresAt - services.store.now());
    if (!retirement || days === undefined) continue;
    const model = `${upstream.id}/${resolved.model}`;
    const data = { model, retires_at: retirement.retiresAt, successor: retirement.successor ?? null, days };
    await raise({ type: "model.retiring", occasion: `${model} ${retirement.retiresAt} ${days}`, data });
  }
}

async function listActiveKeys({ store }: Pick<Watched, "store">): Promise<KeyRecord[]> {
  const now = store.now();
  return (await store.keys.list()).filter(
    ({ revokedAt, disabledAt, expiresAt }) =>
      revokedAt === null && disabledAt === null && (expiresAt ?? Number.POSITIVE_INFINITY) > now,
  );
}

/** Returns the fewest days whose alert is due; undefined while there is more time than all of them. */
function findReached({ expiryDays }: Pick<AlertSettings, "expiryDays">, leftMs: number): number | undefined {
  const reached = expiryDays.filter((days) => leftMs <= days * DAY_MS);
  return reached.length === 0 ? undefined : Math.min(...reached);
}
