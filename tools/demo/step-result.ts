import type { Entry, Problem } from "anyurl";
import type { Facts } from "./scenario.ts";

/** The result of an operation on a URL. */
export type StepResult =
  | { readonly kind: "octets"; readonly octets: Uint8Array }
  | { readonly kind: "entries"; readonly entries: readonly Entry[] }
  | { readonly kind: "facts"; readonly facts: Partial<Facts>; readonly mediaType: string | undefined }
  | { readonly kind: "delivered"; readonly recipients: readonly string[]; readonly message: Uint8Array }
  | { readonly kind: "explained"; readonly normal: string }
  | { readonly kind: "done"; readonly done: true }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  /** The cause, if it is a range of the URL. */
  readonly problem: Problem | undefined;
}
