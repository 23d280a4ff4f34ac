import { useEffect, useState } from "react";

/** Returns an object URL of bytes for as long as they are shown; undefined for the first paint. */
export function useBlobUrl(bytes: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!bytes) return;
    const created = URL.createObjectURL(bytes);
    setUrl(created);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(created);
    };
  }, [bytes]);
  return url;
}
