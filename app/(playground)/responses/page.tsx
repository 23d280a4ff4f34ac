import type { Metadata } from "next";
import { ResponsesPage } from "./_components/responses-page.tsx";

export const metadata: Metadata = { title: "Responses" };

export default function Page() {
  return <ResponsesPage />;
}
