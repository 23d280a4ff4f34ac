import {
  Braces,
  Brain,
  Clapperboard,
  Columns4,
  type LucideIcon,
  MoonStar,
  RotateCw,
  Table,
  Wrench,
} from "lucide-react";
import Link from "next/link";
import { type TourStop, type TourStopId, tourAddress } from "#lib/contract/tour.ts";

const ICONS: Record<TourStopId, LucideIcon> = {
  answer: Table,
  tools: Wrench,
  schema: Braces,
  reasoning: Brain,
  mask: MoonStar,
  film: Clapperboard,
  apis: Columns4,
  retry: RotateCw,
};

/** A stop: its title, the prompt that it sends, and what to point at. The whole card is the link. */
export function StopCard({ stop, number }: { stop: TourStop; number: number }) {
  const Icon = ICONS[stop.id];
  return (
    <Link
      href={tourAddress(stop)}
      className="flex h-full flex-col rounded-2xl border bg-card px-4 pt-4 pb-4 transition-[border-color,translate,box-shadow] duration-200 ease-press hover:-translate-y-0.5 hover:border-foreground/25 hover:shadow-composer motion-reduce:hover:translate-y-0"
    >
      <span className="flex items-center gap-2.5">
        <span className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-foreground/[0.05]">
          <Icon aria-hidden className="size-4" />
        </span>
        <span className="text-numeric text-muted-foreground text-xs">{number} of 8</span>
      </span>
      <span className="mt-3 text-balance font-medium text-[15px] leading-5">{stop.title}</span>
      <span className="mt-1.5 line-clamp-3 text-[13px] text-muted-foreground leading-[18px]">“{stop.prompt}”</span>
      <span className="mt-auto pt-3">
        <span className="block border-t pt-3 text-[13px] leading-[18px]">{stop.point}</span>
      </span>
    </Link>
  );
}
