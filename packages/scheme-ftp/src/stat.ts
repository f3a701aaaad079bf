import { type Attributes, isAccessError } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import { command } from "./command.ts";
import { type Control, endSession, isPositive, sendCommand } from "./control.ts";
import { fromMlst } from "./listing/mlsd.ts";
import { type Ask, type FtpLogin, logIn } from "./login.ts";
import { factReplies, sizeIn, supportsMlst, timeIn } from "./metadata.ts";
import { changeDirectory, inside, planRoute, type Route } from "./path.ts";
import { refusal } from "./reply.ts";
import { type FtpParts, withoutDotSegments } from "./syntax.ts";
import { setType } from "./type.ts";

/** The metadata that was found. */
export interface Found {
  readonly found: Attributes;
}

/**
 * Reads metadata of a resource by MLST if the server supports it, else by SIZE, MDTM, and an attempt to enter it as a
 * directory (RFC 3659).
 *
 * @throws {AccessError} not-found, permission-denied; too-large: the size is above 2^53 - 1 bytes.
 */
export function* stat(control: Control, login: FtpLogin, parts: FtpParts): Exchange<Ask | Found> {
  const walked = withoutDotSegments(parts);
  const route = planRoute(walked, control);
  const isDirectory = parts.typecode === "d" || route.name === "";
  const within = inside(route, control);
  yield* logIn(control, login);
  const hasFacts = yield* supportsMlst(control);
  const way = isDirectory ? within : route;
  yield* changeDirectory(control, way);
  const found = hasFacts ? yield* byMlst(control, way) : undefined;
  const attributes =
    found ?? (isDirectory ? { kind: "directory" as const } : yield* byProbes(control, route, within));
  yield { do: "emit", event: { found: attributes } };
  yield* endSession(control);
}

/** Reads metadata by MLST. Returns `undefined` if the server does not support it, although FEAT lists it. */
function* byMlst(control: Control, { name, part }: Route): Exchange<never, Attributes | undefined> {
  const init = { cite: "RFC 3659 §7", part };
  const reply = yield* sendCommand(control, command(control, "MLST", name === "" ? undefined : name, init));
  if (reply.code === 500 || reply.code === 502 || reply.code === 501) return undefined;
  if (!isPositive(reply)) throw refusal(reply, "facts");
  // "250-…", then one line that begins with a space, then "250 …".
  const entry = fromMlst((reply.text.split("\n")[1] ?? "").replace(/^ /, ""));
  if (entry === undefined) return undefined;
  const { name: _, ...attributes } = entry;
  return attributes;
}

function* byProbes(control: Control, route: Route, within: Route): Exchange<never, Attributes> {
  // Use image type, because the size of text depends on line ends.
  yield* setType(control, "I", {});
  const { size: sized, date: dated } = yield* factReplies(control, route);
  const size = sizeIn(sized);
  const modified = timeIn(dated);
  if (sized.code === 213) return { kind: "file", ...(size !== undefined && { size }), ...modified };
  try {
    yield* changeDirectory(control, within);
    return { kind: "directory", ...modified };
  } catch (error) {
    // A resource with a date exists, and so does one that is "not a directory".
    if (dated.code === 213) return { kind: "file", ...modified };
    if (isAccessError(error) && error.code === "not-a-directory") return { kind: "file" };
    throw error;
  }
}
