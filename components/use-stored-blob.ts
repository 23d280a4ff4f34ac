import { useEffect, useState } from "react";

/**
 * Stored bytes by their hash; undefined until they are read, and where they are gone. The old ones stand until the new
 * ones are there, so that a picture that is replaced does not flash.
 * @param load must keep its identity between renders
 */
export function useStoredBlob(
  sha256: string | undefined,
  load: (sha256: string) => Promise<Blob | undefined>,
): Blob | undefined {
  const [blob, setBlob] = useState<Blob>();
  useEffect(() => {
    if (!sha256) return;
    let gone = false;
    void load(sha256).then((bytes) => {
      if (bytes && !gone) setBlob(bytes);
    });
    return () => {
      gone = true;
    };
  }, [load, sha256]);
  return sha256 === undefined ? undefined : blob;
}
