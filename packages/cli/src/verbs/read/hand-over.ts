import { type HandOverOptions, handOver } from "@anyurl/core/hand-over";
import { AccessError, displayText, type Url } from "anyurl";
import { LocalError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { say } from "../../language.ts";
import { confirm } from "../../terminal/confirm.ts";

export interface ProgramOptions {
  readonly program?: string | undefined;
  readonly yes?: boolean | undefined;
}

/**
 * Runs the program of the user with the URL, after confirmation.
 *
 * @throws {AccessError} unsupported: no program, or the rules of the scheme forbid it; aborted. @throws {LocalError}
 *   program-failed.
 */
export async function handOverUrl(url: Url, options: ProgramOptions, io: Io): Promise<void> {
  const file = findProgram(options, io);
  if (file !== undefined) return runProgram(url, [file], options, io);
  throw new AccessError("unsupported", `cannot open ${url.scheme} URLs without a program`, {
    hint: "add --program PROGRAM, or set ANYURL_PROGRAM; the program gets the URL as its argument",
  });
}

/** Returns the program that the user has named. */
export function findProgram({ program }: ProgramOptions, { env }: Io): string | undefined {
  return (program ?? env["ANYURL_PROGRAM"]) || undefined;
}

/** @param command the program and its first arguments. */
export async function runProgram(
  url: Url,
  command: readonly string[],
  { yes }: ProgramOptions,
  io: Io,
): Promise<void> {
  const file = command.join(" ");
  const ask: HandOverOptions["confirm"] = async (normal) => {
    await io.stderr.write(`${say("Program to run:")} ${displayText(file)} ${displayText(normal)}\n`);
    if (yes === true) return true;
    const isConfirmed = await confirm("Run this program?", io);
    if (isConfirmed !== undefined) return isConfirmed;
    throw new AccessError("aborted", "cannot ask for confirmation: not a terminal; nothing was run", {
      hint: "use --yes to run the program without confirmation",
    });
  };
  // The help of the command needs no transport.
  const { createProgram } = await import("@anyurl/transport-node");
  const run = createProgram(command, io.signal);
  await handOver(url, {
    confirm: ask,
    program: async (normal) => {
      try {
        await run(normal);
      } catch (error) {
        const message = `cannot run ${displayText(file)}: ${displayText((error as Error).message)}`;
        throw new LocalError("program-failed", message, "check --program, or ANYURL_PROGRAM");
      }
    },
  });
}
