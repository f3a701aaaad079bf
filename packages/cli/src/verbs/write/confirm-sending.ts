import { AccessError } from "anyurl";
import type { Io } from "../../io.ts";
import { confirm } from "../../terminal/confirm.ts";
import type { SendOptions } from "./send-options.ts";

/**
 * Shows a message, and asks whether to send it.
 *
 * @param lines the message, safe to print.
 * @throws {AccessError} aborted: there is no terminal to ask.
 */
export async function confirmSending(
  lines: readonly string[],
  { yes, quiet }: Pick<SendOptions, "yes" | "quiet">,
  io: Io,
): Promise<boolean> {
  if (yes === true && quiet === true) return true;
  await io.stderr.write(`${lines.join("\n")}\n\n`);
  if (yes === true) return true;
  const isConfirmed = await confirm("Send this message?", io);
  if (isConfirmed === undefined)
    throw new AccessError("aborted", "cannot ask for confirmation: not a terminal; nothing was sent", {
      hint: "use --yes to send without confirmation",
    });
  return isConfirmed;
}
