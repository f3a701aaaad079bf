/** time-val = 14DIGIT: YYYYMMDDHHMMSS, in UTC (RFC 3659 §2.3). */
export function formatTimeVal(time: Date): string {
  return time.toISOString().slice(0, 19).replaceAll(/[-T:]/g, "");
}
