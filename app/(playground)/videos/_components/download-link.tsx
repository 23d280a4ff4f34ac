import type { ReactNode } from "react";
import { contentPath } from "#lib/playground/videos/task-address.ts";
import type { VideoTask } from "#lib/playground/videos/video-task.ts";

/** Link to the video's download. The browser sends its cookie, so no key is in the address. */
export function DownloadLink({
  task,
  className,
  label,
  children,
}: {
  task: VideoTask;
  className: string;
  /** Label for links whose content is an icon. */
  label?: string;
  children: ReactNode;
}) {
  const name =
    task.prompt
      .slice(0, 48)
      .replaceAll(/[^\w.-]+/g, "-")
      .replace(/^-+|-+$/g, "") || "video";
  return (
    <a
      href={contentPath(task.id)}
      download={`${name}.mp4`}
      aria-label={label}
      data-tooltip={label}
      className={className}
    >
      {children}
    </a>
  );
}
