/** Figures that are read when they are asked for: what is running, and the states of routes and API keys. */
import { Counter, Gauge, type Registry } from "prom-client";
import type { Services } from "#lib/gateway/request/services.ts";
import { listTargets } from "../routing/route-targets.ts";

export type MeasuredState = Pick<
  Services,
  "settings" | "targets" | "builtIns" | "upstreams" | "bridges" | "catalogue" | "inFlight" | "bodyMemory" | "store"
> & { version: string };

const STATES = ["closed", "open", "half-open"] as const;

export function addStateMetrics(register: Registry, state: MeasuredState): void {
  const registers = [register];
  new Gauge({
    ...{ name: "parlance_build_info", help: "The running version.", registers, labelNames: ["version"] },
    collect() {
      this.set({ version: state.version }, 1);
    },
  });
  new Gauge({
    ...{ name: "parlance_requests_in_flight", help: "Requests that have begun and not ended, streams included." },
    registers,
    collect() {
      this.set(state.inFlight.count);
    },
  });
  new Gauge({
    ...{ name: "parlance_open_streams", help: "Responses of events that are open.", registers },
    collect() {
      this.set(state.inFlight.streams);
    },
  });
  new Gauge({
    ...{ name: "parlance_store_queue_rows", help: "Rows of the request log that wait for their write.", registers },
    collect() {
      this.set(state.store.logQueue.waitingRows);
    },
  });
  new Counter({
    ...{ name: "parlance_store_rows_lost_total", help: "Rows of the request log that were dropped.", registers },
    collect() {
      this.reset();
      this.inc(state.store.logQueue.lostRows);
    },
  });
  new Gauge({
    ...{ name: "parlance_body_memory_bytes", help: "Request bodies that are held in memory.", registers },
    collect() {
      this.set(state.bodyMemory.used);
    },
  });
  new Gauge({
    ...{ name: "parlance_target_state", help: "1 for the state that a model of a route is in, 0 for the others." },
    ...{ registers, labelNames: ["route", "model", "state"] },
    collect() {
      this.reset();
      for (const route of Object.values(state.settings.routes)) {
        for (const model of listTargets(route)) {
          const current = state.targets.breakerOf(model).state;
          for (const name of STATES) this.set({ route: route.name, model, state: name }, name === current ? 1 : 0);
        }
      }
    },
  });
  new Gauge({
    ...{ name: "parlance_target_requests", help: "Requests that a model with a limit serves, or that wait for it." },
    ...{ registers, labelNames: ["route", "model", "state"] },
    collect() {
      this.reset();
      for (const route of Object.values(state.settings.routes)) {
        for (const model of listTargets(route)) {
          const places = state.targets.placesOf(route, model);
          if (!places) continue;
          this.set({ route: route.name, model, state: "running" }, places.running);
          this.set({ route: route.name, model, state: "waiting" }, places.waiting);
        }
      }
    },
  });
  new Gauge({
    ...{ name: "parlance_provider_keys", help: "API keys of providers that have several, by their state." },
    ...{ registers, labelNames: ["provider", "state"] },
    collect() {
      this.reset();
      for (const { id, keys } of state.upstreams.values()) {
        const states = keys?.describe().map((key) => key.state);
        for (const name of ["active", "set aside"]) {
          if (states) this.set({ provider: id, state: name }, states.filter((one) => one === name).length);
        }
      }
    },
  });
}
