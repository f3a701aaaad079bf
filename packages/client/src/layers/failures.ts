/** Creates the error for operations on a closed connection. */
export function closedError(): Error {
  return new Error("the connection was closed");
}

/** Creates an error like one of the system. */
export function systemError(call: string, code: string): Error {
  return Object.assign(new Error(`${call} ${code}`), { code, syscall: call });
}
