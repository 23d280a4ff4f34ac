import type { Metadata } from "next";
import { TourPage } from "./_components/tour-page.tsx";

export const metadata: Metadata = { title: "Guided tour" };

export default function Page() {
  return <TourPage />;
}
