import type { Metadata } from "next";
import { ApiReference } from "../_components/api-reference.tsx";

export const metadata: Metadata = { title: "API reference · Docs" };

export default function Page() {
  return <ApiReference />;
}
