/** Reports of `parlance doctor`: what a server that claims compatibility does with the cases of each text API. */
import type { ApiFormat } from "./provider-presets.ts";

/**
 * `not offered`: the API has no field for it, or the server refuses it with an error that says so. `not run`: the run
 * ended before, or an earlier check made it pointless.
 */
export type DoctorStatus = "passed" | "failed" | "not offered" | "not run";

/** One request and its response, without secrets. Long bodies are cut in the middle. */
export type DoctorWire = {
  method: string;
  url: string;
  request_headers: Record<string, string>;
  request_body: string | null;
  /** Null when no response came. */
  status: number | null;
  response_headers: Record<string, string>;
  response_body: string;
};

export type DoctorCheck = {
  api_format: ApiFormat;
  name: string;
  status: DoctorStatus;
  /** Reason for any other status than `passed`. */
  message: string | null;
  /** Time of the request whose response was checked. */
  ms: number;
  /** Present for failures. */
  wire: DoctorWire | null;
};

/** Requests and tokens of a run, at most. */
export type DoctorPlan = {
  base_url: string;
  model: string;
  api_formats: ApiFormat[];
  requests: number;
  input_tokens: number;
  output_tokens: number;
  /** US dollars at most; null where the price is unknown. */
  cost: number | null;
};

export type DoctorReport = {
  object: "doctor_report";
  version: 1;
  /** Unix milliseconds. */
  created_at: number;
  plan: DoctorPlan;
  /** True when nothing failed, something passed, and all of it ran. */
  ok: boolean;
  counts: Record<DoctorStatus, number>;
  /** Tokens that the server reported, and their cost. */
  used: { input_tokens: number; output_tokens: number; cost: number | null };
  checks: DoctorCheck[];
  /** Entries for `upstreams` in the config file; null when no API works well enough. */
  upstreams: Record<string, Record<string, unknown>> | null;
  /** Reasons for the entry's settings, and what its users will miss. */
  notes: string[];
};
