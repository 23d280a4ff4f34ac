import type { Metadata } from "next";
import { ProvidersPage } from "./_components/providers-page.tsx";

export const metadata: Metadata = { title: "Providers" };

export default function Page() {
  return <ProvidersPage />;
}
