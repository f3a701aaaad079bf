import { toExitStatus } from "../../exit.ts";
import { isBrokenPipe } from "../../io.ts";
import { formatJsonLine } from "../../json.ts";
import { failureData } from "../../render/failure.ts";
import { InvalidUrlError } from "../text/read-url.ts";
import type { Verb } from "./access-verbs.ts";

/** Wraps a command so that it prints an error as another line of JSON, for programs that read lines. */
export function withJsonErrors(verb: Verb): Verb {
  return async (text, options, io) => {
    try {
      return await verb(text, options, io);
    } catch (error) {
      if (isBrokenPipe(error) || io.signal.aborted) throw error;
      await io.stdout.write(formatJsonLine(failureData(error, InvalidUrlError.textOf(error, text))));
      return toExitStatus(error, io.signal);
    }
  };
}
