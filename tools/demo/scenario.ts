import type { Attributes, ByteRange } from "anyurl";

/** The expected result of a URL. */
export type Expected =
  | { readonly octets: Uint8Array }
  /** The expected end of a body: a news server adds header fields of its own. */
  | { readonly ending: Uint8Array }
  /** The entries of a listing, in any order. */
  | { readonly names: readonly string[]; readonly urls?: readonly string[] }
  | { readonly facts: Facts }
  /** The recipients of a message; the message must not name one of them. */
  | { readonly recipients: readonly string[]; readonly unnamed: string }
  /** The normal form of a URL that names what no program can open. */
  | { readonly normal: string }
  /** The operation succeeds without a result. */
  | { readonly done: true }
  /** The operation fails with this code; the problem's range starts with the text `at`. */
  | { readonly code: string; readonly at?: string };

export type Facts = Required<Pick<Attributes, "kind" | "size" | "modified">>;

/** One operation on a URL. */
export interface Step {
  readonly url: string;
  /** "explain" opens nothing. */
  readonly operation: "get" | "list" | "stat" | "put" | "remove" | "send" | "explain";
  readonly expected: Expected;
  readonly source?: Uint8Array;
  readonly range?: ByteRange;
  readonly options?: Readonly<Record<string, unknown>>;
  /**
   * Converts the planned lines to the lines that must be sent. They can differ, because the plan knows neither the
   * server's answers nor the data to write. "***" matches any bytes. Default: the planned lines, or none for a failure.
   */
  readonly sent?: (planned: readonly string[]) => readonly string[];
}

/** A step that opens a URL. */
export interface Opening extends Step {
  readonly title: string;
  /** Draw the parts of the URL. */
  readonly anatomy?: true;
  /** Show the plan line by line, each with its rule. */
  readonly dialogue?: true;
  /** Show the CR of CR LF. */
  readonly lineEnds?: true;
  /** Show the body of an article instead of its header. */
  readonly body?: true;
}

/** Several steps in a row. */
export interface Series {
  readonly title: string;
  readonly acts: readonly Step[];
  /** Reuse connections for the next step. */
  readonly kept?: true;
}

/** A session of lines and their answers: text with prompts, a screen, or messages. */
export interface SessionScenario {
  readonly title: string;
  readonly url: string;
  /** The user name that the URL suggests. */
  readonly user?: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Each line is a message, and its answer is the next message. Default: an answer ends with a prompt. */
  readonly messages?: true;
  readonly lines: readonly { readonly say: string; readonly hear: string }[];
}

export type Scenario = Opening | Series | SessionScenario;

/** The scenarios of a scheme. */
export interface SchemeScenario {
  readonly scheme: string;
  readonly title: string;
  readonly scenes: readonly Scenario[];
  /** Whether to hide a line because it is the same each time. */
  readonly usual?: (line: string) => boolean;
}
