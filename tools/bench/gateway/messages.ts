/** A request to a process of the benchmark. */
export type ToChild =
  | { readonly do: "sources" }
  | { readonly do: "bare"; readonly headers: Record<string, string>; readonly body: string }
  | { readonly do: "gateway"; readonly cached: boolean }
  | { readonly do: "memory" };

/** A report of such a process. */
export type FromChild =
  | { readonly ports: Record<string, number> }
  | { readonly rss: number; readonly cpu: number };
