import type { Metadata } from "next";
import { RoutesPage } from "./_components/routes-page.tsx";

export const metadata: Metadata = { title: "Routes" };

export default function Page() {
  return <RoutesPage />;
}
