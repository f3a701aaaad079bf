/**
 * Returns a function that runs a program with one more argument, such as a URL, and waits for its end. There is no shell, so no
 * character of the argument has a meaning to one.
 *
 * @param argv the program, then its first arguments.
 * @param signal ends the program.
 * @throws {TypeError} no program. The function rejects with an Error: the program cannot be started, or its exit status
 *   is not 0.
 */
export function createProgram(
  argv: readonly string[],
  signal?: AbortSignal,
): (argument: string) => Promise<void> {
  const [file, ...first] = argv;
  if (file === undefined || file === "") throw new TypeError("missing program: expected a name or a path");
  return async (argument) => {
    const { spawn } = await import("node:child_process");
    const child = spawn(file, [...first, argument], {
      ...{ shell: false, stdio: "inherit" },
      ...(signal !== undefined && { signal }),
    });
    await new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (status, by) => {
        if (status === 0) resolve();
        else reject(new Error(status === null ? `the program ended by ${by}` : `exit status ${status}`));
      });
    });
  };
}
