import type { Session, SessionScreen } from "@anyurl/core";

/** A session as the terminal uses it. Members that only some schemes have are optional. */
export interface TerminalSession extends Session {
  /** Whether the server echoes the input. */
  readonly echoes?: boolean;
  readonly optionsInUse?: readonly { readonly option: string; readonly side: "us" | "him" }[];
  readonly suggestedUser?: string | undefined;
  suggestedPassword?(): string | undefined;
  send?(command: string): Promise<void>;
  resize?(columns: number, rows: number): Promise<void>;
  onEvent?(listener: () => void): () => void;
}

/** A session with a screen, which programs show and type into. */
export interface ScreenSession extends Pick<Session, "readable"> {
  readonly screen: SessionScreen;
}
