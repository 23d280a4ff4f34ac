/**
 * Tables and functions of counters on Postgres; see counter-backend.ts. One function call is one transaction and one
 * round trip. The tables are not logged: a commit waits for no disk, and after a crash of the server they are empty,
 * which is a state like any other (the sums are read from the request log again).
 */
import { type Kysely, PostgresAdapter, sql } from "kysely";
import { SMALLEST_HOLD } from "./counter-backend.ts";
import { LEASE_FUNCTIONS } from "./postgres-leases.ts";

/** Class of the advisory locks by which calls on the same name wait for each other. */
const LOCK_CLASS = 1_886_546_284;

const FUNCTIONS = [
  `create unlogged table counter_instances (id text primary key, ends_at bigint not null)`,
  `create unlogged table counter_windows (name text primary key, ends_at bigint not null, total double precision not null)`,
  `create unlogged table counter_holds (
    name text not null, instance text not null, amount double precision not null, primary key (name, instance))`,

  // In one order, so that two calls cannot wait for each other. Statements after it see what the others have done.
  `create function counters_lock(names text[]) returns bigint language plpgsql as $$
  declare lock integer;
  begin
    for lock in select distinct hashtext(name) from unnest(names) as name where name is not null order by 1 loop
      perform pg_advisory_xact_lock(${LOCK_CLASS}, lock);
    end loop;
    return floor(extract(epoch from clock_timestamp()) * 1000);
  end $$`,

  `create function counters_add_to_window(window_name text, amount double precision, now_ms bigint, window_ms bigint)
  returns bigint language sql as $$
    insert into counter_windows as known values (window_name, now_ms + window_ms, greatest(0, amount))
    on conflict (name) do update set
      total = case when known.ends_at > now_ms and known.ends_at <= now_ms + window_ms
        then greatest(0, known.total + amount) else greatest(0, amount) end,
      ends_at = case when known.ends_at > now_ms and known.ends_at <= now_ms + window_ms
        then known.ends_at else now_ms + window_ms end
    returning ends_at
  $$`,

  `create function counters_add_to_holds(holder text, holds jsonb) returns void language sql as $$
    insert into counter_holds as known
      select key, holder, value::double precision from jsonb_each_text(holds)
      on conflict (name, instance) do update set amount = known.amount + excluded.amount;
    delete from counter_holds where instance = holder and name in (select jsonb_object_keys(holds))
      and abs(amount) < ${SMALLEST_HOLD}
  $$`,

  `create function counters_take(input jsonb) returns jsonb language plpgsql as $$
  declare
    now_ms bigint;
    window_ms bigint := input ->> 'windowMs';
    is_read boolean := coalesce((input ->> 'isRead')::boolean, false);
    states jsonb[] := '{}';
    check_ jsonb; at integer := 0; is_sum boolean; window_ends bigint; used double precision; in_hold double precision;
  begin
    now_ms := counters_lock(array(
      select unnest(array[value ->> 'window', value ->> 'hold']) from jsonb_array_elements(input -> 'checks')));
    perform from counter_instances where id = input ->> 'instance' and ends_at > now_ms;
    if not found then return jsonb_build_object('status', 'unknown-instance'); end if;
    for check_ in select value from jsonb_array_elements(input -> 'checks') loop
      window_ends := 0; used := 0;
      is_sum := coalesce((check_ ->> 'isSum')::boolean, false);
      if check_ ? 'window' then
        select ends_at, total into window_ends, used from counter_windows where name = check_ ->> 'window';
        if not found then window_ends := 0; used := 0; end if;
        if is_sum and (window_ends <= now_ms or coalesce((check_ ->> 'isStale')::boolean, false)) then
          return jsonb_build_object('status', 'unopened', 'at', at, 'now', now_ms, 'endedAt', window_ends);
        end if;
        if window_ends <= now_ms or (not is_sum and window_ends > now_ms + window_ms) then
          window_ends := 0; used := 0;
        end if;
      end if;
      if check_ ? 'hold' then
        select coalesce(sum(amount), 0) into in_hold from counter_holds join counter_instances on id = instance
          where name = check_ ->> 'hold' and ends_at > now_ms;
        used := used + in_hold;
      end if;
      states := states || jsonb_build_object('used', used, 'endsAt', window_ends);
      if not is_read and used >= (check_ ->> 'limit')::double precision then
        return jsonb_build_object('status', 'refused', 'at', at, 'now', now_ms, 'states', to_jsonb(states));
      end if;
      at := at + 1;
    end loop;
    if not is_read then
      at := 0;
      for check_ in select value from jsonb_array_elements(input -> 'checks') loop
        at := at + 1;
        if check_ ? 'window' and not coalesce((check_ ->> 'isSum')::boolean, false) then
          states[at] := states[at] || jsonb_build_object('endsAt', counters_add_to_window(
            check_ ->> 'window', (check_ ->> 'add')::double precision, now_ms, window_ms));
        end if;
      end loop;
      perform counters_add_to_holds(input ->> 'instance', input -> 'holds');
    end if;
    return jsonb_build_object('status', 'taken', 'now', now_ms, 'states', to_jsonb(states));
  end $$`,

  `create function counters_settle(input jsonb) returns jsonb language plpgsql as $$
  declare now_ms bigint; entry jsonb; amount double precision; ends bigint;
  begin
    now_ms := counters_lock(
      array(select value ->> 'window' from jsonb_array_elements(input -> 'adds'))
      || array(select jsonb_object_keys(input -> 'holds')));
    for entry in select value from jsonb_array_elements(input -> 'adds') loop
      amount := entry ->> 'amount';
      ends := (select ends_at from counter_windows where name = entry ->> 'window');
      if coalesce((entry ->> 'isSum')::boolean, false) then
        update counter_windows set total = total + amount where name = entry ->> 'window' and ends_at > now_ms;
      elsif amount > 0 or (ends > now_ms and ends = (entry ->> 'endsAt')::bigint) then
        perform counters_add_to_window(entry ->> 'window', amount, now_ms, (input ->> 'windowMs')::bigint);
      end if;
    end loop;
    perform from counter_instances where id = input ->> 'instance' and ends_at > now_ms;
    if found then perform counters_add_to_holds(input ->> 'instance', input -> 'holds'); end if;
    return null;
  end $$`,

  `create function counters_raise(input jsonb) returns jsonb language plpgsql as $$
  begin
    perform counters_lock(array[input ->> 'window']);
    insert into counter_windows as known
      values (input ->> 'window', (input ->> 'endsAt')::bigint, (input ->> 'sum')::double precision)
      on conflict (name) do update set ends_at = excluded.ends_at, total = case
        when known.ends_at = excluded.ends_at then greatest(known.total, excluded.total) else excluded.total end;
    return null;
  end $$`,
];

/** Creates them on Postgres. On SQLite counters are in memory or in Redis. */
export async function createCounterFunctions(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  for (const statement of [...FUNCTIONS, ...LEASE_FUNCTIONS]) await sql.raw(statement).execute(db);
}
