import { randomOf } from "./random.ts";
import { realWeb } from "./real-web.ts";

/** Real web addresses of which each departs from its normal form, in one way or in two. */
export function unnormal(count: number): readonly string[] {
  const random = randomOf(0x6_2);
  return realWeb(count).map((url, i) => {
    const once = CHANGES[i % CHANGES.length]!(url);
    return random.once(2) ? random.pick(ESCAPES)(once) : once;
  });
}

/** "https://" and the host. */
const FRONT = /^https:\/\/[^/?#]*/i;

const ESCAPES: readonly ((url: string) => string)[] = [(url) => `${url}%7e`, (url) => `${url}%c3%a9`];

const CHANGES: readonly ((url: string) => string)[] = [
  ...ESCAPES,
  (url) => url.replace(/^https/, "HTTPS"),
  (url) => url.replace(FRONT, (front) => front.toUpperCase()),
  (url) => url.replace(FRONT, (front) => `${front}:443`),
  (url) => url.replace(FRONT, (front) => `${front}/.`),
  (url) => url.replace(FRONT, (front) => `${front}/a/b/../..`),
];
