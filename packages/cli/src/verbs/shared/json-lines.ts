import { statusOf } from "../../exit.ts";
import { isBrokenPipe } from "../../io.ts";
import { jsonLine } from "../../json.ts";
import { failureData } from "../../render/failure.ts";
import { RefusedText } from "../text/read-url.ts";
import type { Verb } from "./access-verbs.ts";

/** A verb whose failure is one more line of JSON, as a program that reads lines wants it. */
export function inJsonLines(verb: Verb): Verb {
  return async (text, options, io) => {
    try {
      return await verb(text, options, io);
    } catch (error) {
      if (isBrokenPipe(error) || io.signal.aborted) throw error;
      await io.stdout.write(jsonLine(failureData(error, RefusedText.textOf(error, text))));
      return statusOf(error, io.signal);
    }
  };
}
