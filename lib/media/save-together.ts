type Saver<NewAsset, Asset extends { id: string }> = {
  save(asset: NewAsset): Promise<Asset>;
  remove(ids: string[]): Promise<void>;
};

/**
 * Runs work that saves assets. When it fails, what it saved is removed, so that a request that is refused leaves nothing.
 * @param work gets the service with a `save` that is watched
 */
export async function saveTogether<
  NewAsset,
  Asset extends { id: string },
  Assets extends Saver<NewAsset, Asset>,
  Result,
>(assets: Assets & Saver<NewAsset, Asset>, work: (assets: Assets) => Promise<Result>): Promise<Result> {
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
    // What cannot be removed now expires like all assets.
    if (saved.length > 0) await assets.remove(saved).catch(() => {});
    throw error;
  }
}
