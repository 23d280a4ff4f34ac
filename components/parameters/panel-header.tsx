import { RotateCcw, X } from "lucide-react";
import { Button, IconButton } from "../ui/button.tsx";

export function PanelHeader({
  setCount,
  onReset,
  onClose,
}: {
  /** Number of parameters that are set. */
  setCount: number;
  onReset: () => void;
  onClose: () => void;
}) {
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b px-4">
      <h2 className="font-medium tracking-tight">Parameters</h2>
      <span className="text-numeric text-muted-foreground">{setCount === 0 ? "all unset" : `${setCount} set`}</span>
      <span className="ml-auto flex items-center">
        {setCount > 0 && (
          <Button size="small" variant="ghost" className="text-muted-foreground" onClick={onReset}>
            <RotateCcw aria-hidden /> Reset
          </Button>
        )}
        <IconButton label="Close parameters" keys="Mod+," tooltipSide="bottom" onClick={onClose}>
          <X />
        </IconButton>
      </span>
    </header>
  );
}
