import type { Io } from "../../io.ts";
import { type OpenOptions, withClient } from "../../opener.ts";
import { type EachOptions, forEachUrl } from "../common/each-url.ts";
import { bodyToJson, writeOutput } from "./write-output.ts";

export interface CatOptions extends OpenOptions, EachOptions {
  readonly raw?: boolean;
}

/** Concatenates resources to standard output. */
export async function cat(text: string, options: CatOptions, io: Io): Promise<void> {
  await forEachUrl(text, options, io, (url) =>
    withClient([url], options, io, async (opener, call) => {
      const retrieved = await opener.get(url, call);
      if (options.json === true) return bodyToJson(retrieved);
      await writeOutput(retrieved, options, io);
      return {};
    }),
  );
}
