"use client";

import { clsx } from "clsx";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import type { Model } from "#lib/playground/models/models.ts";
import type { ParameterValue } from "#lib/playground/parameters/parameter-definition.ts";
import { isEmpty } from "#lib/playground/parameters/parameters.ts";
import { findUnlisted } from "#lib/playground/parameters/unlisted-settings.ts";
import { activeTools } from "#lib/playground/tools/tools.ts";
import { useChatState } from "../chat/chat-context.tsx";

const UNLISTED = "This model may not support it. It will still be sent.";

/**
 * Chips of the active settings of the panel in the message field, so that unusual responses have a visible cause. A
 * click shows the setting.
 */
export function SettingChips({
  dialect,
  model,
  problems,
  onShow,
}: {
  dialect: TextDialect;
  model: Model | undefined;
  problems: Record<string, string>;
  onShow: (name: string) => void;
}) {
  const settings = useChatState((state) => state.session.settings);
  const { parameters, toolsText, toolsOff, autoReply } = settings;
  const unlisted = findUnlisted(dialect, { settings, model }).map(({ name }) => name);
  const tools = dialect.tools && activeTools({ toolsText, toolsOff }, dialect.tools);
  const chips: { name: string; label: string }[] = [];
  if (toolsText.trim() !== "") {
    const count = problems.tools || !tools ? "" : tools.length;
    chips.push({ name: "tools", label: tools?.length === 1 ? (tools[0]?.name ?? "") : `${count} tools`.trim() });
    if (autoReply) chips.push({ name: "autoReply", label: "Auto-reply" });
  }
  for (const [name, value] of Object.entries(parameters)) {
    const label = dialect.parameters.find((parameter) => parameter.name === name)?.label ?? name;
    if (!isEmpty(value)) chips.push({ name, label: describeSetting(label, value) });
  }
  return chips.map(({ name, label }) => (
    <button
      key={name}
      type="button"
      onClick={() => onShow(name)}
      data-tooltip={problems[name] ?? (unlisted.includes(name) ? UNLISTED : "Show in parameters")}
      aria-description={unlisted.includes(name) ? UNLISTED : undefined}
      className={clsx(
        "presentation-hidden h-7 max-w-52 shrink-0 truncate rounded-full border px-2.5 text-xs transition-colors hover:bg-foreground/[0.05] pointer-coarse:h-9",
        problems[name]
          ? "border-destructive text-destructive"
          : unlisted.includes(name)
            ? "border-warning/60 text-warning"
            : "text-muted-foreground hover:text-foreground",
      )}
    >
      {label}
    </button>
  ));
}

function describeSetting(label: string, value: ParameterValue): string {
  if (typeof value === "number") return `${label} ${value}`;
  if (typeof value === "boolean") return value ? label : `${label} off`;
  if (typeof value === "string") return value === "" ? label : `${label}: ${value.replace("function:", "")}`;
  if (Array.isArray(value)) return `${label} ${value.length}`;
  if (value.type === "json_schema") return value.name ? `JSON Schema: ${value.name}` : "JSON Schema";
  return value.type === "json_object" ? "JSON object" : "Text";
}
