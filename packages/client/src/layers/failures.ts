/** What is thrown to whoever still waits for a connection that has been closed. */
export function closedError(): Error {
  return new Error("the connection was closed");
}

/** An error as the system gives it. */
export function systemError(call: string, code: string): Error {
  return Object.assign(new Error(`${call} ${code}`), { code, syscall: call });
}
