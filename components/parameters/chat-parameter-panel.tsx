"use client";

import type { ComponentProps } from "react";
import { ParameterPanel } from "./parameter-panel.tsx";
import { useRefusedParameter } from "./use-refused-parameter.ts";

/** The panel of a conversation: it knows what the last request was refused for. */
export function ChatParameterPanel(props: Omit<ComponentProps<typeof ParameterPanel>, "refused">) {
  return <ParameterPanel {...props} refused={useRefusedParameter()} />;
}
