"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { gatewayQueries } from "#components/gateway-queries.ts";
import { RoutesShell } from "./routes-shell.tsx";

export function RoutesPage() {
  return (
    <QueryClientProvider client={gatewayQueries}>
      <RoutesShell />
    </QueryClientProvider>
  );
}
