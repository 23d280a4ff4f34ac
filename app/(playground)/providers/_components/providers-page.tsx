"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { gatewayQueries } from "#components/gateway-queries.ts";
import { ProvidersShell } from "./providers-shell.tsx";

export function ProvidersPage() {
  return (
    <QueryClientProvider client={gatewayQueries}>
      <ProvidersShell />
    </QueryClientProvider>
  );
}
