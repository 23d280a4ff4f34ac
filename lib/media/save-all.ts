type Saver<NewAsset, Asset extends { id: string }> = {
  save(asset: NewAsset): Promise<Asset>;
  remove(ids: string[]): Promise<void>;
};

/**
 * Runs work that saves assets. When it fails, the saved assets are removed, so that a refused request leaves none.
 * @param work work that gets the service with a `save` that is tracked
 */
export async function saveAll<NewAsset, Asset extends { id: string }, Assets extends Saver<NewAsset, Asset>, Result>(
  assets: Assets & Saver<NewAsset, Asset>,
  work: (assets: Assets) => Promise<Result>,
): Promise<Result> {
  const saving: Promise<Asset>[] = [];
  const save = (asset: NewAsset) => {
    const saved = assets.save(asset);
    saving.push(saved);
    return saved;
  };
  try {
    return await work({ ...assets, save });
  } catch (error) {
    const outcomes = await Promise.allSettled(saving);
    const saved = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.id] : []));
    // Assets that cannot be removed now expire like all others.
    if (saved.length > 0) await assets.remove(saved).catch(() => {});
    throw error;
  }
}
