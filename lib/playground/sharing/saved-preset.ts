/** A page's settings under a name. */

import type { ChatSettings } from "../chat-settings.ts";
import type { TextPage } from "../history.ts";

export type SavedPreset = { id: string; page: TextPage; name: string; settings: ChatSettings; updatedAt: number };
