import { isAccessError, put, stat } from "anyurl";

/** Uploads bytes, and continues an upload that was interrupted. Returns how many bytes this call has sent. */
export async function upload(url: string, bytes: Uint8Array, signal?: AbortSignal): Promise<number> {
  const start = await sizeOf(url);
  if (start >= bytes.length) return 0;
  await put(url, bytes.subarray(start), {
    ...(start > 0 && { range: { start } }),
    ...(signal && { signal }),
  });
  return bytes.length - start;
}

async function sizeOf(url: string): Promise<number> {
  try {
    return (await stat(url)).size ?? 0;
  } catch (error) {
    if (isAccessError(error) && error.code === "not-found") return 0;
    throw error;
  }
}
