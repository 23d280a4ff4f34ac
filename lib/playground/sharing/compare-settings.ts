/** Differences between the current settings and others that would replace them. */

import type { ChatSettings } from "../chat/chat-settings.ts";
import type { ParameterValue } from "../parameters/parameter-definition.ts";
import { isEmpty } from "../parameters/parameters.ts";
import type { SettingsRules } from "../parameters/settings-rules.ts";

export type SettingChange = {
  name: string;
  label: string;
  /** Undefined when unset. */
  before?: string;
  after?: string;
};

export function compareSettings(before: ChatSettings, after: ChatSettings, rules: SettingsRules): SettingChange[] {
  const [old, next] = [describeSettings(before, rules), describeSettings(after, rules)];
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((name): SettingChange[] => {
    const [one, other] = [old.get(name), next.get(name)];
    if (one?.value === other?.value) return [];
    return [{ name, label: (one ?? other)?.label ?? name, before: one?.value, after: other?.value }];
  });
}

/** Returns the set settings by name, in the panel's order. */
export function describeSettings(
  { model, system, parameters, toolsText, toolsOff = [], autoReply = false }: ChatSettings,
  rules: Pick<SettingsRules, "parameters" | "systemLabel">,
): Map<string, { label: string; value: string }> {
  const set = new Map<string, { label: string; value: string }>();
  const add = (name: string, label: string, value: string) => {
    if (value.trim() !== "") set.set(name, { label, value });
  };
  add("model", "Model", model ?? "");
  add("system", rules.systemLabel, system);
  for (const { name, label } of rules.parameters) {
    const value = parameters[name];
    if (value !== undefined && !isEmpty(value)) add(name, label, describeValue(value));
  }
  add("tools", "Tools", toolsText);
  add("toolsOff", "Tools not sent", toolsOff.join(", "));
  add("autoReply", "Auto-reply with sample results", autoReply ? "on" : "");
  return set;
}

function describeValue(value: ParameterValue): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number" || typeof value === "string") return String(value).replace("function:", "");
  if (Array.isArray(value)) return value.map((entry) => JSON.stringify(entry)).join(", ");
  const { type, name, schemaText = "", strict } = value;
  if (type !== "json_schema") return type === "json_object" ? "JSON object" : "text";
  const facts = [
    "JSON Schema",
    ...(name ? [name] : []),
    ...(strict === undefined ? [] : [strict ? "strict" : "not strict"]),
  ];
  return `${facts.join(", ")}\n${schemaText}`;
}
