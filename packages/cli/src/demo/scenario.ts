import type { Attributes, ByteRange } from "anyurl";

/** What must come of a URL. */
export type Expected =
  | { readonly octets: Uint8Array }
  /** What stands at the end of what comes: a server of news adds lines of its own in front. */
  | { readonly ending: Uint8Array }
  /** The entries of a listing, in any order. */
  | { readonly names: readonly string[]; readonly urls?: readonly string[] }
  | { readonly facts: Facts }
  /** Whom a message goes to; one of them it must not name. */
  | { readonly recipients: readonly string[]; readonly unnamed: string }
  /** It is done, and nothing comes. */
  | { readonly done: true }
  /** It fails with this code, if there is a text at this text of the URL. */
  | { readonly code: string; readonly at?: string };

export type Facts = Required<Pick<Attributes, "kind" | "size" | "modified">>;

/** One thing that is done with a URL. */
export interface Step {
  readonly url: string;
  readonly operation: "get" | "list" | "stat" | "put" | "remove" | "send";
  readonly expected: Expected;
  readonly source?: Uint8Array;
  readonly range?: ByteRange;
  readonly options?: Readonly<Record<string, unknown>>;
  /**
   * The lines that must be sent, as they follow from those of the plan, which knows neither what the server is going to
   * answer nor what is written. "***" stands for any octets. Default: those of the plan; of what fails, none.
   */
  readonly sent?: (planned: readonly string[]) => readonly string[];
}

/** A URL is opened. */
export interface Opening extends Step {
  readonly title: string;
  /** Draw the URL part by part. */
  readonly anatomy?: true;
  /** Show the plan line by line, each with its rule. */
  readonly dialogue?: true;
  /** Show the CR of CR LF, too. */
  readonly lineEnds?: true;
  /** Show what follows the head of an article. */
  readonly body?: true;
}

/** Several things in a row. */
export interface Series {
  readonly title: string;
  readonly acts: readonly Step[];
  /** Keep connections from one to the next. */
  readonly kept?: true;
}

/** A session, in which each line is answered. */
export interface SessionScenario {
  readonly title: string;
  readonly url: string;
  /** What the URL suggests to log in as. */
  readonly user: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly lines: readonly { readonly say: string; readonly hear: string }[];
}

export type Scenario = Opening | Series | SessionScenario;

/** What the demo shows of a scheme. */
export interface SchemeScenario {
  readonly scheme: string;
  readonly title: string;
  readonly scenes: readonly Scenario[];
  /** Lines that are not worth to be shown: they are the same each time. */
  readonly usual?: (line: string) => boolean;
}
