import { badOptionError, type RawOptions } from "@anyurl/protocol-nntp/operations";

/** The range of years in the request to a server. */
const MIN_YEAR = Date.UTC(1970, 0, 1);
const MAX_YEAR = Date.UTC(9999, 11, 31);

/** Parses the option `since`: a Date, or a time in ISO 8601, in UTC. @throws {AccessError} bad-option. */
export function parseSince({ since }: RawOptions): Date | undefined {
  if (since === undefined) return undefined;
  const isTime =
    since instanceof Date ||
    (typeof since === "string" &&
      /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2})?Z)?$/.test(since));
  const date = isTime ? new Date(since) : undefined;
  const time = date?.getTime() ?? Number.NaN;
  if (time >= MIN_YEAR && time <= MAX_YEAR) return date;
  throw badOptionError("since", 'a Date, or a time such as "2026-01-31" or "2026-01-31T12:00:00Z"');
}
