import type { OperationName, Operations, Registry, Url } from "@anyurl/core";

/** What the schemes of a client can do in a gateway. */
export interface ServedSchemes {
  readonly registry: Registry;
  /** The names of schemes that the gateway opens. */
  readonly opened: readonly string[];
  /** The names of schemes that the gateway only explains. */
  readonly read: readonly string[];
  opens(scheme: string): boolean;
  can(url: Pick<Url, "scheme">, operation: "get" | "list" | "search" | "stat"): boolean;
}

/** Schemes for local files, for mail, and for interactive sessions. */
const NEVER_SERVED: ReadonlySet<string> = new Set(["file", "mailto", "telnet", "telnets"]);

const READ_OPERATIONS: readonly OperationName[] = ["get", "list", "search"];

/** Loads the operations of all schemes of a registry. A scheme that fails to load is not served. */
export async function loadServedSchemes(registry: Registry): Promise<ServedSchemes> {
  const names = registry.names();
  const operations = new Map(
    await Promise.all(names.map(async (name) => [name, await loadOperations(registry, name)] as const)),
  );
  const opens = (scheme: string) =>
    !NEVER_SERVED.has(scheme) &&
    READ_OPERATIONS.some((operation) => operations.get(scheme)?.has(operation) === true);
  return {
    registry,
    opened: names.filter(opens),
    read: names.filter((name) => !opens(name)),
    opens,
    can: ({ scheme }, operation) => operations.get(scheme)?.has(operation) === true,
  };
}

async function loadOperations(registry: Registry, name: string): Promise<ReadonlySet<OperationName>> {
  try {
    const module: Partial<Operations> = (await registry.scheme(name)?.access?.()) ?? {};
    const all = Object.keys(module) as OperationName[];
    return new Set(all.filter((operation) => typeof module[operation] === "function"));
  } catch {
    return new Set();
  }
}
