import { clsx } from "clsx";
import Link from "next/link";
import type { ComponentProps } from "react";

const VARIANTS = {
  primary: "bg-primary text-primary-foreground hover:bg-primary/85",
  outline: "border bg-background hover:bg-muted",
  ghost: "hover:bg-foreground/[0.06]",
  destructive: "border border-destructive/40 text-destructive hover:bg-destructive/10",
};

type Look = { variant?: keyof typeof VARIANTS; size?: "default" | "small" };

/** A button with a text label. */
export function Button({ variant, size, className, ...rest }: ComponentProps<"button"> & Look) {
  return <button type="button" {...rest} className={clsx(getButtonClasses({ variant, size }), className)} />;
}

/** A link to another page with the look of a button. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={clsx(getButtonClasses({ variant, size }), className)} />;
}

/** Classes of a button, for a link to another site. */
function getButtonClasses({
  variant = "outline",
  size = "default",
}: { [Name in keyof Look]: Look[Name] | undefined }): string {
  return clsx(
    "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-lg font-medium transition-[background-color,transform,opacity] duration-150 ease-press active:scale-[0.97] disabled:opacity-50 motion-reduce:active:scale-100 [&>svg]:size-3.5",
    size === "default" ? "h-8 px-3 pointer-coarse:h-10" : "h-7 px-2.5 text-[13px] pointer-coarse:h-9",
    VARIANTS[variant],
  );
}

type IconButtonProps = ComponentProps<"button"> & {
  /** Name for the tooltip and for screen readers. */
  label: string;
  /** Keyboard shortcut, as the tooltip shows it. */
  keys?: string;
  size?: "default" | "small";
  tooltipSide?: "top" | "right" | "bottom";
};

/** A button with only an icon: always with a name and a tooltip. 40 px on touch screens. */
export function IconButton({ label, keys, size = "default", tooltipSide, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      data-tooltip-keys={keys}
      data-tooltip-side={tooltipSide}
      {...rest}
      className={clsx(
        "inline-flex shrink-0 items-center justify-center rounded-lg text-muted-foreground transition-[background-color,color,transform] duration-150 ease-press hover:bg-foreground/[0.06] hover:text-foreground active:scale-[0.96] disabled:opacity-40 motion-reduce:active:scale-100",
        size === "default"
          ? "size-8 pointer-coarse:size-10 [&>svg]:size-4"
          : "size-7 pointer-coarse:size-9 [&>svg]:size-3.5",
        className,
      )}
    />
  );
}
