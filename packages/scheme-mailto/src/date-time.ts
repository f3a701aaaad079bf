const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * Formats date-time = [ day-of-week "," ] date time   (RFC 5322 §3.3). "-0000" means universal time without a statement
 * about the local time zone.
 *
 * @param at milliseconds since the epoch.
 */
export function formatDateTime(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(":");
  const day = DAYS[date.getUTCDay()]!;
  const month = MONTHS[date.getUTCMonth()]!;
  const year = String(date.getUTCFullYear()).padStart(4, "0");
  return `${day}, ${two(date.getUTCDate())} ${month} ${year} ${time} -0000`;
}
