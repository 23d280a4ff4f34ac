import { useEffect, useState } from "react";

type Load = (sha256: string) => Promise<Blob | undefined>;

type Stored = {
  /** Hash of these bytes. */
  sha256?: string;
  bytes?: Blob;
  missing: boolean;
};

/**
 * Loads stored bytes by their hash. Returns the previous bytes until the new ones are loaded, so that a replaced image
 * does not flash. `missing`: the bytes are no longer stored.
 * @param load must keep its identity between renders
 */
export function useStored(sha256: string | undefined, load: Load): Stored {
  const [found, setFound] = useState<Stored>();
  useEffect(() => {
    if (!sha256) return;
    let gone = false;
    void load(sha256).then((bytes) => {
      if (!gone) setFound(bytes ? { sha256, bytes, missing: false } : { sha256, missing: true });
    });
    return () => {
      gone = true;
    };
  }, [load, sha256]);
  if (sha256 === undefined || !found) return { missing: false };
  return { ...found, missing: found.missing && found.sha256 === sha256 };
}

/** Returns only the bytes; undefined until they are loaded, and when they are no longer stored. */
export function useStoredBlob(sha256: string | undefined, load: Load): Blob | undefined {
  return useStored(sha256, load).bytes;
}
