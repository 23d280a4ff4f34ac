/** Settings that a model says it does not take. They are sent all the same: its list may be wrong, and the reader knows best. */
import type { ChatSettings } from "../chat/chat-settings.ts";
import type { TextDialect } from "../dialects/text-dialect.ts";
import type { Model } from "../models/models.ts";
import type { ParameterDefinition } from "./parameter-definition.ts";
import { isEmpty } from "./parameters.ts";

/** A model that does not say is taken to take everything. */
export function isUnlisted({ capability }: Pick<ParameterDefinition, "capability">, model: Model | undefined): boolean {
  return capability !== undefined && model?.capabilities?.[capability] === false;
}

/** What is set and not listed by the model, as the panel names it. */
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

/** The settings without these. */
export function withoutSettings(settings: ChatSettings, names: readonly string[]): Partial<ChatSettings> {
  const parameters = Object.fromEntries(Object.entries(settings.parameters).filter(([name]) => !names.includes(name)));
  return { parameters, ...(names.includes("tools") ? { toolsText: "" } : {}) };
}
