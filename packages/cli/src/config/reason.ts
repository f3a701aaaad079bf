/** Returns in one line why third-party code could not be loaded. */
export function formatReason(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.split("\n", 1)[0]!.slice(0, 300);
}
