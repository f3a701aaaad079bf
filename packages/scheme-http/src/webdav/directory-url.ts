import type { HttpField } from "@anyurl/core/exchange";
import type { HttpUrl } from "../syntax.ts";

/** Returns the URL of a directory, with "/" at its end. */
export function toDirectoryUrl(url: HttpUrl): HttpUrl {
  return url.path.endsWith("/") ? url : url.with({ path: `${url.path}/` });
}

/** For DELETE of a file: a server that knows this field refuses a directory, which it would remove with its contents. */
export const FILE_DEPTH: readonly HttpField[] = [["depth", "0"]];
