import type { Session } from "@anyurl/core";

/** A session as a terminal uses it: what a scheme's own has besides, it may have. */
export interface TerminalSession extends Session {
  /** Does the server echo what is typed? */
  readonly echoes?: boolean;
  readonly optionsInUse?: readonly { readonly option: string; readonly side: "us" | "him" }[];
  readonly suggestedUser?: string | undefined;
  suggestedPassword?(): string | undefined;
  send?(command: string): Promise<void>;
  resize?(columns: number, rows: number): Promise<void>;
  onEvent?(listener: () => void): () => void;
}
