import Link from "next/link";

/** Link to the guide of an empty page. */
export function DocsLine({ href, label = "How this page works" }: { href: string; label?: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="mt-5 text-[13px] text-muted-foreground underline-offset-4 hover:text-foreground hover:underline pointer-coarse:py-2"
    >
      {label}
    </Link>
  );
}
