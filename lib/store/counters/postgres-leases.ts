/** Functions for the leases of instances on Postgres, which the migration of postgres-functions.ts creates. */
import { ENDED_SUM_MS } from "./counter-backend.ts";

export const LEASE_FUNCTIONS = [
  // Rows that other calls use at the moment are left for the next time.
  `create function counters_join(input jsonb) returns jsonb language plpgsql as $$
  declare now_ms bigint := counters_lock('{}');
  begin
    delete from counter_instances where id = input ->> 'previous' or ends_at <= now_ms;
    insert into counter_instances values (input ->> 'instance', now_ms + (input ->> 'leaseMs')::bigint);
    perform counters_add_to_holds(input ->> 'instance', input -> 'holds');
    delete from counter_holds where (name, instance) in (select name, instance from counter_holds
      where instance not in (select id from counter_instances) for update skip locked);
    delete from counter_windows where name in (select name from counter_windows
      where ends_at <= now_ms - ${ENDED_SUM_MS} for update skip locked);
    return null;
  end $$`,

  `create function counters_renew(input jsonb) returns jsonb language plpgsql as $$
  declare now_ms bigint := counters_lock('{}');
  begin
    update counter_instances set ends_at = now_ms + (input ->> 'leaseMs')::bigint
      where id = input ->> 'instance' and ends_at > now_ms;
    return to_jsonb(found);
  end $$`,

  `create function counters_leave(input jsonb) returns jsonb language sql as $$
    delete from counter_instances where id = input ->> 'instance';
    delete from counter_holds where instance = input ->> 'instance';
    select null::jsonb
  $$`,
];
