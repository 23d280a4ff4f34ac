"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { gatewayQueries } from "#components/gateway-queries.ts";
import { ModelsShell } from "./models-shell.tsx";

export function ModelsPage() {
  return (
    <QueryClientProvider client={gatewayQueries}>
      <ModelsShell />
    </QueryClientProvider>
  );
}
