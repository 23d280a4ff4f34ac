import type { Metadata } from "next";
import { DoctorPage } from "./_components/doctor-page.tsx";

export const metadata: Metadata = { title: "Compatibility" };

export default function Page() {
  return <DoctorPage />;
}
