import type { Metadata } from "next";
import { EvaluatePage } from "./_components/evaluate-page.tsx";

export const metadata: Metadata = { title: "Evaluate" };

export default function Page() {
  return <EvaluatePage />;
}
