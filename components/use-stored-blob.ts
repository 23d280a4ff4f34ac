import { useEffect, useState } from "react";

type Load = (sha256: string) => Promise<Blob | undefined>;

type Stored = {
  /** Whose bytes these are. */
  sha256?: string;
  bytes?: Blob;
  missing: boolean;
};

/**
 * Stored bytes by their hash. The old ones stand until the new ones are there, so that a picture that is replaced does
 * not flash. `missing`: they were looked for and are gone.
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

/** Only the bytes; undefined until they are read, and where they are gone. */
export function useStoredBlob(sha256: string | undefined, load: Load): Blob | undefined {
  return useStored(sha256, load).bytes;
}
