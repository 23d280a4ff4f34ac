"use client";

import { useCallback, useEffect, useState } from "react";
import {
  type FilterName,
  type RequestFilters,
  readFilters,
  writeFilters,
} from "#app/(playground)/requests/_model/request-filters.ts";

export type SetFilter = (name: FilterName, value: string | undefined) => void;

/** Returns the filters of the address and functions to change them. Undefined until the address has been read. */
export function useFilters(): { filters: RequestFilters | undefined; setFilter: SetFilter; clear: () => void } {
  const [filters, setFilters] = useState<RequestFilters>();
  useEffect(() => {
    const read = () => setFilters(readFilters(location.search));
    read();
    addEventListener("popstate", read);
    return () => removeEventListener("popstate", read);
  }, []);
  const show = useCallback((next: RequestFilters) => {
    history.replaceState(null, "", `${location.pathname}${writeFilters(next)}`);
    setFilters(next);
  }, []);
  const setFilter = useCallback<SetFilter>(
    (name, value) => show({ ...readFilters(location.search), [name]: value }),
    [show],
  );
  const clear = useCallback(() => {
    const { all } = readFilters(location.search);
    show(all ? { all } : {});
  }, [show]);
  return { filters, setFilter, clear };
}
