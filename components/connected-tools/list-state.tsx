/** State of a list that is not shown yet: its error, or that it loads. */
export function ListState({ error, loading }: { error: Error | null | undefined; loading: string }) {
  return error ? (
    <p role="alert" className="text-[13px] text-destructive">
      {error.message}
    </p>
  ) : (
    <p role="status" className="text-[13px] text-muted-foreground">
      {loading}
    </p>
  );
}
