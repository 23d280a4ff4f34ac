import type { Metadata } from "next";
import { GenerateContentPage } from "./_components/generate-content-page.tsx";

export const metadata: Metadata = { title: "Generate content" };

export default function Page() {
  return <GenerateContentPage />;
}
