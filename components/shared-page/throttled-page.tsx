import { Hourglass } from "lucide-react";
import { NoticePage } from "./notice-page.tsx";

export function ThrottledPage() {
  return (
    <NoticePage
      icon={<Hourglass />}
      title="Too many wrong keys"
      detail="The key that came with this request is not valid, and many before it were not either. Wait a few minutes, or sign in with a valid key."
      link={{ href: "/sign-in", label: "Sign in" }}
    />
  );
}
