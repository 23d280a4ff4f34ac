/** Converts the fields of the videos page to and from the shared settings format: the prompt is the system text. */
import type { ChatSettings } from "#lib/playground/chat/chat-settings.ts";
import type { ParameterDefinition } from "#lib/playground/parameters/parameter-definition.ts";
import type { MediaRules } from "#lib/playground/parameters/settings-rules.ts";
import { listVideoParameters } from "#lib/playground/videos/video-parameters.ts";
import { VIDEO_ROUTES, type VideoRequest } from "#lib/playground/videos/video-request.ts";

/** Choice of the route. Not a field of the request; it determines which fields the request has. */
const ROUTE: ParameterDefinition = {
  name: "route",
  label: "Route",
  group: "Video",
  description: "POST /v1/videos, or :predictLongRunning.",
  kind: "choice",
  options: VIDEO_ROUTES.map(({ value }) => value),
  initial: "videos",
};

export const VIDEO_SETTINGS: MediaRules = {
  page: "videos",
  systemLabel: "Prompt",
  parameters: [ROUTE, ...listVideoParameters({ model: "", route: "operations" }).map(({ definition }) => definition)],
  findProblems: () => ({}),
};

type Shared = Pick<VideoRequest, "model" | "prompt" | "values" | "route">;

export function toVideoSettings({ model, prompt, values, route }: Shared): ChatSettings {
  return { model, system: prompt, parameters: { route, ...values }, toolsText: "" };
}

/** @param current values for everything that the settings do not name */
export function fromVideoSettings({ model, system, parameters }: ChatSettings, current: Shared): Shared {
  const { route, ...values } = parameters;
  const named = VIDEO_ROUTES.find(({ value }) => value === route)?.value;
  return { model: model ?? current.model, prompt: system, values, route: named ?? current.route };
}
