import type { Scheme } from "@anyurl/core";
import type { AdviceName } from "../../src/index.ts";

/** A plugin with exactly one fault. */
export interface Fault {
  /** The law that the plugin breaks. */
  readonly breaks: string;
  /** The sections of the exam that must find the fault; no other section may report anything. */
  readonly sections: readonly string[];
  /** The advice that the report must give to the author. */
  readonly advice: AdviceName;
  readonly scheme: Scheme;
}
