import type { Io } from "../../io.ts";
import { type OpenOptions, opening } from "../../opener.ts";
import { type EachOptions, eachUrl } from "../shared/each-url.ts";
import { bodyData, deliver } from "./write-output.ts";

export interface CatOptions extends OpenOptions, EachOptions {
  readonly raw?: boolean;
}

/** Concatenates resources to standard output. */
export async function cat(text: string, options: CatOptions, io: Io): Promise<void> {
  await eachUrl(text, options, io, (url) =>
    opening([url], options, io, async (opener, call) => {
      const retrieved = await opener.get(url, call);
      if (options.json === true) return bodyData(retrieved);
      await deliver(retrieved, options, io);
      return {};
    }),
  );
}
