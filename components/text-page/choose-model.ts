import type { Chat } from "#lib/playground/chat/chat.ts";
import type { Model } from "#lib/playground/models/models.ts";
import { findUnlisted, withoutSettings } from "#lib/playground/parameters/unlisted-settings.ts";
import { showToast } from "../ui/toast.tsx";

/**
 * Sets the model of the next message. Reports set parameters that the model does not support, and offers to unset them.
 */
export function chooseModel(
  chat: Chat,
  { id, defaultModel, models }: { id: string | undefined; defaultModel: string | undefined; models: readonly Model[] },
): void {
  chat.changeSettings({ model: id });
  const model = models.find((candidate) => candidate.id === (id ?? defaultModel));
  const { settings } = chat.store.get().session;
  const unlisted = findUnlisted(chat.dialect, { settings, model });
  if (unlisted.length === 0) return;
  const labels = new Intl.ListFormat("en").format(unlisted.map(({ label }) => label));
  const names = unlisted.map(({ name }) => name);
  showToast({
    title: `${model?.id} may not support ${labels}`,
    detail: "It will still be sent.",
    action: {
      label: "Remove",
      run: () => {
        const before = chat.store.get().session.settings;
        chat.changeSettings(withoutSettings(before, names));
        showToast({
          title: `Removed: ${labels}`,
          action: {
            label: "Undo",
            run: () => chat.changeSettings({ parameters: before.parameters, toolsText: before.toolsText }),
          },
        });
      },
    },
  });
}
