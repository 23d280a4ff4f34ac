/** Proposes config entries for a server: the settings that it deserves by its checks, each with its reason. */
import { UPSTREAM_ID } from "#lib/config/config-file.ts";
import { API_FORMAT_NAMES } from "#lib/contract/api-format-names.ts";
import type { DoctorCheck } from "#lib/contract/doctor.ts";
import type { ApiFormat } from "#lib/contract/provider-presets.ts";

type Entry = Record<string, unknown>;

/** Checks without which an API is of no use to clients. */
const NEEDED = ["Text", "Stream"];
const FORMS = ["Form of responses", "Form of stream events"];

/**
 * @param baseUrls base URL of each API that was tried
 * @param id name of the entry; each further base URL gets the API's vendor appended
 */
export function proposeEntries({
  checks,
  baseUrls,
  model,
  id,
  apiKeyEnv,
  headers = [],
}: {
  checks: readonly DoctorCheck[];
  baseUrls: ReadonlyMap<string, string>;
  model: string;
  id: string;
  apiKeyEnv: string | undefined;
  /** Names of the headers of every request; their values may be secret. */
  headers?: readonly string[];
}): { upstreams: Record<string, Entry> | null; notes: string[] } {
  const notes: string[] = [];
  const failed = (format: string, names: readonly string[]) =>
    checks.filter(
      ({ api_format, name, status }) => api_format === format && names.includes(name) && status === "failed",
    );
  const passed = (format: string, name: string) =>
    checks.some((check) => check.api_format === format && check.name === name && check.status === "passed");
  const usable = [...baseUrls.keys()].filter((format) => NEEDED.every((name) => passed(format, name)));
  const groups = new Map<string, string[]>();
  for (const format of usable) {
    const baseUrl = baseUrls.get(format) as string;
    groups.set(baseUrl, [...(groups.get(baseUrl) ?? []), format]);
  }
  const upstreams: Record<string, Entry> = {};
  for (const [baseUrl, formats] of groups) {
    const name = Object.keys(upstreams).length === 0 ? id : `${id}-${formats[0]?.split("-")[0]}`;
    const faults = formats.flatMap((format) => failed(format, FORMS));
    const hasList = formats.some((format) => passed(format, "Model list"));
    upstreams[name] = {
      baseUrl,
      ...(apiKeyEnv === undefined ? {} : { apiKeyEnv }),
      ...(headers.length > 0
        ? { headers: Object.fromEntries(headers.map((header) => [header, toVariable(header)])) }
        : {}),
      dialects: formats,
      ...(faults.length > 0 ? { lane: "translate" } : {}),
      ...(hasList ? {} : { models: [model] }),
    };
    for (const { api_format, message } of faults) {
      notes.push(`\`${name}\` has \`lane: "translate"\`, since ${nameApi(api_format)} is loose: ${message}`);
    }
    if (!hasList) notes.push(`\`${name}\` names its models, since the server lists none.`);
  }
  for (const { api_format, name, message } of checks.filter(({ status }) => status === "failed")) {
    if (!usable.includes(api_format) || FORMS.includes(name)) continue;
    notes.push(`Clients of ${nameApi(api_format)} will miss "${name}": ${message}`);
  }
  return { upstreams: Object.keys(upstreams).length > 0 ? upstreams : null, notes };
}

const nameApi = (format: ApiFormat) => API_FORMAT_NAMES[format];

const PLAIN_HOST = /^(?:localhost|[\d.]+|\[.*\])$/;

/** Returns the reference to a variable for the value of a header, as the config file has it. */
function toVariable(header: string): string {
  return `\${${header.toUpperCase().replace(/[^A-Z0-9]/g, "_")}}`;
}

/** Returns a name for the entry of a server, such as "groq" for `https://api.groq.com/openai/v1`. */
export function nameEntry(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  const label = PLAIN_HOST.test(hostname) ? undefined : hostname.split(".").at(-2);
  return label && UPSTREAM_ID.test(label) ? label : "my-server";
}
