import { getOptionSet } from "@anyurl/core";
import { AccessError, displayText, redact, type Url } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { succeed, writeAnswer } from "../../json.ts";
import { say } from "../../language.ts";
import { withClient } from "../../opener.ts";
import { createPainter } from "../../render/style.ts";
import { confirmSending } from "./confirm-sending.ts";
import type { SendOptions } from "./send-options.ts";
import { openSource } from "./source.ts";

/** A message that a scheme shows for confirmation: the option `confirm` of news and nntp gets one. */
interface Draft {
  readonly octets: Uint8Array;
  readonly server: string;
}

/**
 * Sends a file to a URL of a scheme whose messages are confirmed, such as news and nntp.
 *
 * @throws {AccessError} unsupported. @throws {UsageError} no file.
 */
export async function sendArticle(
  url: Url,
  file: string | undefined,
  options: SendOptions,
  io: Io,
): Promise<void> {
  await checkSendable(url, io);
  if (file === undefined)
    throw new UsageError(
      "missing message",
      "add a file with its header fields and text, or - for standard input",
    );
  await using source = await openSource(file);
  let server = "";
  const paint = createPainter(io.stderr, io.env);
  const confirm = (draft: Draft) => {
    server = displayText(draft.server);
    return confirmSending(
      [paint("dim", say(`Message to send through ${server}:`)), ...textLines(draft.octets)],
      options,
      io,
    );
  };
  await withClient({ urls: [url], options, io }, ({ opener, call }) =>
    opener.send(url, source.octets, { ...call, options: { confirm } }),
  );
  if (options.json === true)
    await writeAnswer(succeed({ sent: true, url: redact(url.href), server }), options, io);
  else await io.stdout.write(`${say(`sent to ${server}`)}\n`);
}

async function checkSendable({ scheme: name }: Url, { urls }: Io): Promise<void> {
  const scheme = urls.scheme(name);
  const isConfirmed = scheme !== undefined && "confirm" in (getOptionSet(scheme)?.declarations ?? {});
  if (isConfirmed && "send" in ((await scheme.access?.()) ?? {})) return;
  throw new AccessError("unsupported", `send does not support ${name} URLs`, {
    hint: "use a mailto: or news: URL, or anyurl get to open this one",
  });
}

function textLines(octets: Uint8Array): readonly string[] {
  const lines = new TextDecoder().decode(octets).split("\r\n");
  return lines.map((line) => displayText(line));
}
