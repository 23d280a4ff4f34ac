import type { ReactNode } from "react";
import { MessagePage } from "../shell/message-page.tsx";

/** Page shown when a shared conversation is not available: the reason, and a link. */
export function NoticePage({
  icon,
  title,
  detail,
  link,
}: {
  icon: ReactNode;
  title: string;
  detail: string;
  link: { href: string; label: string };
}) {
  return (
    <MessagePage icon={icon} title={title} detail={detail}>
      <a href={link.href} className="font-medium text-accent underline underline-offset-4">
        {link.label}
      </a>
    </MessagePage>
  );
}
