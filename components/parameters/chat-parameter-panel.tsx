"use client";

import type { ComponentProps } from "react";
import { ParameterPanel } from "./parameter-panel.tsx";
import { useRefusedParameter } from "./use-refused-parameter.ts";

/** Parameter panel of a conversation, which marks the parameter that the last request was refused for. */
export function ChatParameterPanel(props: Omit<ComponentProps<typeof ParameterPanel>, "refused">) {
  return <ParameterPanel {...props} refused={useRefusedParameter()} />;
}
