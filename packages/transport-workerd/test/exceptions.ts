/** What `@anyurl/transport-workerd` cannot do, because workerd does not report it, or does not do it. */
export const WORKERD: Readonly<Record<string, string>> = {
  "stops at an abort during a handshake that never ends":
    "workerd closes such a connection only at the end of the incoming request",
  "reports the system's code if no process listens": "workerd does not report why it could not connect",
  "resets the connection if it is closed before its end": "workerd cannot reset a connection",
  "reports the TLS version and the fingerprint": "workerd does not report them",
  "does not verify if it is told so, and says so": "workerd always verifies certificates",
  "knows a close without a close_notify": "workerd does not distinguish them",
  "resumes a session": "workerd gives no access to TLS sessions",
};
