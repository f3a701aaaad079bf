import type { Exchange } from "@anyurl/core/exchange";
import { command } from "./command.ts";
import { type Control, expectReply } from "./control.ts";
import type { FtpSettings } from "./options.ts";
import type { FtpParts } from "./syntax.ts";

/** Suffixes of text files on every system. */
const TEXTS: ReadonlySet<string> = new Set(
  "asc c cc cfg conf cpp css csv h hpp htm html ini java js json log md pl ps py rb readme rst sh tex text ts txt xml yaml yml".split(
    " ",
  ),
);

/**
 * Returns the transfer type. RFC 1738 §3.2.2: "If the typecode is omitted, the client program … must guess the
 * appropriate mode to use." Text type would corrupt a binary file, and image type only keeps the line ends of a text,
 * so the default is image.
 */
export function selectType({ typecode, name }: FtpParts, { type }: FtpSettings): "A" | "I" {
  if (typecode === "a") return "A";
  if (typecode !== undefined || type === "image") return "I";
  return TEXTS.has(name.slice(name.lastIndexOf(".") + 1).toLowerCase()) ? "A" : "I";
}

/** Sends TYPE (RFC 959 §4.1.2) if the type changes. */
export function* setType(
  control: Control,
  type: "A" | "I",
  { typecode }: Partial<Pick<FtpParts, "typecode">>,
): Exchange<never> {
  if (control.known.type === type) return;
  const init = { cite: "RFC 1738 §3.2.2", ...(typecode !== undefined && { part: "typecode" }) };
  yield* expectReply(control, command(control, "TYPE", type, init), [200], "type");
  control.known.type = type;
}
