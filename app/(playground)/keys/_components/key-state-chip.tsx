import { Ban, Check, ClockAlert, type LucideIcon, Pause } from "lucide-react";
import type { KeyState } from "#app/(playground)/keys/_model/key-state.ts";

const LOOKS: Record<KeyState, { label: string; Icon: LucideIcon; className: string }> = {
  active: { label: "Active", Icon: Check, className: "border-success/30 bg-success/[0.07] text-success" },
  disabled: { label: "Disabled", Icon: Pause, className: "text-muted-foreground" },
  expired: { label: "Expired", Icon: ClockAlert, className: "border-warning/30 bg-warning/[0.07] text-warning" },
  revoked: { label: "Revoked", Icon: Ban, className: "text-muted-foreground" },
};

export function KeyStateChip({ state }: { state: KeyState }) {
  const { label, Icon, className } = LOOKS[state];
  return (
    <span
      className={`inline-flex h-[22px] items-center gap-1 whitespace-nowrap rounded-full border px-2 text-xs ${className}`}
    >
      <Icon aria-hidden className="size-3" />
      {label}
    </span>
  );
}
