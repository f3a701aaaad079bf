/** Maximum time in milliseconds for third-party code to load. */
const LOAD_TIMEOUT_MS = 10_000;

/** Returns the result of `work`, or rejects after the timeout. */
export async function withLoadTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`loading timed out after ${LOAD_TIMEOUT_MS / 1000} s`)),
      LOAD_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
