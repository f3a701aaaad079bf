/** The tests of the exam for transports that a runtime cannot pass, by title, with the reasons. */
export type Exceptions = Readonly<Record<string, string>>;

/** What `@anyurl/transport-node` cannot do in Deno. */
export const DENO: Exceptions = {
  "resets the connection if it is closed before its end":
    "`resetAndDestroy` of Deno can end the connection cleanly, so a server can take a part of an upload for the whole",
  "fails if no process listens on the port": "UDP in Deno does not report that no process listens",
};

/** What `@anyurl/transport-workerd` cannot do, because workerd does not report it, or does not do it. */
export const WORKERD: Exceptions = {
  "stops at an abort during a handshake that never ends":
    "workerd closes such a connection only at the end of the incoming request",
  "reports the system's code if no process listens": "workerd does not report why it could not connect",
  "resets the connection if it is closed before its end": "workerd cannot reset a connection",
  "reports the TLS version and the fingerprint": "workerd does not report them",
  "does not verify if it is told so, and says so": "workerd always verifies certificates",
  "knows a close without a close_notify": "workerd does not distinguish them",
  "resumes a session": "workerd gives no access to TLS sessions",
};
