/** The tests of the exam for transports that a runtime cannot pass, by title, with the reasons. */
export type Exceptions = Readonly<Record<string, string>>;

/** What `@anyurl/transport-node` cannot do in Deno. */
export const DENO: Exceptions = {
  "resets the connection if it is closed before its end":
    "`resetAndDestroy` of Deno can end the connection cleanly, so a server can take a part of an upload for the whole",
  "fails if no process listens on the port": "UDP in Deno does not report that no process listens",
};

export { WORKERD } from "../../packages/transport-workerd/test/exceptions.ts";
