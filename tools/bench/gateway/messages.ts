/** What a process of the bench is told. */
export type ToChild =
  | { readonly do: "sources" }
  | { readonly do: "bare"; readonly headers: Record<string, string>; readonly body: string }
  | { readonly do: "gateway"; readonly cached: boolean }
  | { readonly do: "memory" };

/** What it tells. */
export type FromChild =
  | { readonly ports: Record<string, number> }
  | { readonly rss: number; readonly cpu: number };
