import type { Scheme } from "@anyurl/core";
import type { AdviceName } from "../../src/index.ts";

/** A plugin that is healthy but for one thing. */
export interface Fault {
  /** The law that it breaks. */
  readonly breaks: string;
  /** The sections of the exam that must find it; no other one may find anything. */
  readonly sections: readonly string[];
  /** What its author must be told. */
  readonly advice: AdviceName;
  readonly scheme: Scheme;
}
