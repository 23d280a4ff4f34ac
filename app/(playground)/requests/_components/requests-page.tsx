"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { gatewayQueries } from "#components/gateway-queries.ts";
import { RequestsShell } from "./requests-shell.tsx";

export function RequestsPage() {
  return (
    <QueryClientProvider client={gatewayQueries}>
      <RequestsShell />
    </QueryClientProvider>
  );
}
