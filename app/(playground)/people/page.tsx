import type { Metadata } from "next";
import { PeoplePage } from "./_components/people-page.tsx";

export const metadata: Metadata = { title: "People" };

export default function Page() {
  return <PeoplePage />;
}
