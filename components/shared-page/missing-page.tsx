import { FileX } from "lucide-react";
import { NoticePage } from "./notice-page.tsx";

export function MissingPage() {
  return (
    <NoticePage
      icon={<FileX />}
      title="Nothing is shared here"
      detail="Shared pages are kept for 30 days, and whoever made one can delete it before. Check that the address is whole, or ask for a new link."
      link={{ href: "/", label: "Go to the playground" }}
    />
  );
}
