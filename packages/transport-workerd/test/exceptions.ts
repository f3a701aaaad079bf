const UNREPORTED = "workerd does not report it";

/** The tests of the exam that workerd cannot pass, with the reasons. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  "reports the system's code if no process listens": UNREPORTED,
  "resets the connection if it is closed before its end": "workerd cannot reset a connection",
  "reports the TLS version and the fingerprint": UNREPORTED,
  "does not verify if it is told so, and says so": "workerd always verifies certificates",
  "knows a close without a close_notify": UNREPORTED,
  "resumes a session": "workerd gives no access to TLS sessions",
};
