"use client";

import type { RefObject } from "react";
import { API_NAMES, TEXT_PAGES } from "#lib/playground/conversion/page-names.ts";
import type { TextPage } from "#lib/playground/history/history.ts";
import { PopupMenu } from "../ui/popup-menu.tsx";

/** Vendors whose SDKs use the API. */
const VENDORS: Record<TextPage, string> = {
  chat: "OpenAI",
  responses: "OpenAI",
  messages: "Anthropic",
  "generate-content": "Google",
};

/** Menu of the four APIs. */
export function ApiPopup({
  open,
  anchor,
  page,
  onChoose,
  onClose,
}: {
  open: boolean;
  anchor: RefObject<HTMLElement | null>;
  page: TextPage;
  onChoose: (page: TextPage) => void;
  onClose: () => void;
}) {
  const items = TEXT_PAGES.map((id) => ({
    id,
    label: API_NAMES[id],
    detail: VENDORS[id],
    checked: id === page,
    run: () => id !== page && onChoose(id),
  }));
  return (
    <PopupMenu
      open={open}
      anchor={anchor}
      align="start"
      label="API"
      groups={[{ name: "Same conversation, another API", items }]}
      onClose={onClose}
    />
  );
}
