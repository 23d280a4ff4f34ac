/**
 * Settings that a model does not list as supported. They are sent all the same: the list may be wrong, and the user
 * decides.
 */
import type { ChatSettings } from "../chat/chat-settings.ts";
import type { TextDialect } from "../dialects/text-dialect.ts";
import type { Model } from "../models/models.ts";
import type { ParameterDefinition } from "./parameter-definition.ts";
import { isEmpty } from "./parameters.ts";

/** Returns true when a model reports that it lacks the capability; an unreported one counts as supported. */
export function isUnlisted({ capability }: Pick<ParameterDefinition, "capability">, model: Model | undefined): boolean {
  return capability !== undefined && model?.capabilities?.[capability] === false;
}

/** Returns the set parameters that the model does not list, with the panel's labels. */
export function findUnlisted(
  { parameters, tools }: Pick<TextDialect, "parameters" | "tools">,
  { settings, model }: { settings: ChatSettings; model: Model | undefined },
): { name: string; label: string }[] {
  const set = parameters.filter(({ name }) => {
    const value = settings.parameters[name];
    return value !== undefined && !isEmpty(value);
  });
  const unlisted = set.filter((parameter) => isUnlisted(parameter, model)).map(({ name, label }) => ({ name, label }));
  const toolsUnlisted = tools && settings.toolsText.trim() !== "" && isUnlisted({ capability: "tools" }, model);
  return toolsUnlisted ? [...unlisted, { name: "tools", label: "Tools" }] : unlisted;
}

/** Returns the settings without the named ones. */
export function withoutSettings(settings: ChatSettings, names: readonly string[]): Partial<ChatSettings> {
  const parameters = Object.fromEntries(Object.entries(settings.parameters).filter(([name]) => !names.includes(name)));
  return { parameters, ...(names.includes("tools") ? { toolsText: "" } : {}) };
}
