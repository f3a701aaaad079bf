/** The tests of the exam for transports that a runtime cannot pass, by title, with the reasons. */
export type Exceptions = Readonly<Record<string, string>>;

/** What `@anyurl/transport-node` cannot do in Deno. */
export const DENO: Exceptions = {
  "fails if no process listens on the port": "UDP in Deno does not report that no process listens",
};

export { WORKERD } from "../../packages/transport-workerd/test/exceptions.ts";
