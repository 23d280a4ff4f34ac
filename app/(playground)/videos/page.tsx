import type { Metadata } from "next";
import { VideosPage } from "./_components/videos-page.tsx";

export const metadata: Metadata = { title: "Videos" };

export default function Page() {
  return <VideosPage />;
}
