import type { Reply } from "@anyurl/core/exchange";
import { sizeIn, timeIn } from "../../../packages/scheme-ftp/src/metadata.ts";
import { extendedPort, passivePort } from "../../../packages/scheme-ftp/src/passive.ts";
import { parseChallenges } from "../../../packages/scheme-http/src/challenge.ts";
import { parseContentRange, parseList } from "../../../packages/scheme-http/src/fields.ts";
import { getMaxSize, parseExtensions } from "../../../packages/smtp/src/extensions.ts";
import { demand, outcome, type Target } from "../target.ts";
import { toLatin1, wholeTarget } from "./wire.ts";

/** The texts of replies that contain data: ports, sizes and times of FTP, and the extensions of SMTP. */
const replyTextTarget: Target = wholeTarget(
  "reply-texts",
  [
    "Entering Extended Passive Mode (|||6446|)",
    "Entering Passive Mode (127,0,0,1,25,46).",
    "=127,0,0,1,0,21",
    " 9007199254740993 ",
    "20240229235960.123",
    "19101020304050607",
    "mx.example\nSIZE 1000\n8BITMIME\nAUTH PLAIN LOGIN\nsize 0",
  ],
  (octets) => {
    const reply: Reply = { code: 213, text: toLatin1(octets) };
    const ports = [extendedPort, passivePort].map((read) => outcome(() => read(reply)));
    for (const port of ports)
      if ("value" in port)
        demand(port.value >= 1024 && port.value <= 65_535, "a data port is not one of a service", port.value);
    const size = outcome(() => sizeIn(reply));
    if ("value" in size && size.value !== undefined)
      demand(Number.isSafeInteger(size.value) && size.value >= 0, "a size is a count", size.value);
    const time = timeIn(reply)?.modified;
    demand(time === undefined || !Number.isNaN(time.getTime()), "a time exists", reply.text);
    const extensions = parseExtensions(reply);
    const maxSize = getMaxSize(extensions);
    demand(maxSize === undefined || maxSize > 0, "a limit is more than 0", maxSize);
    return { ports, size, time, extensions: [...extensions], maxSize };
  },
);

/** Fields of HTTP responses: lists, ranges and the challenges of logins. */
const fieldTarget: Target = wholeTarget(
  "http-fields",
  [
    'Basic realm="a \\"b\\"", Digest realm="x", nonce="y", qop="auth,auth-int", algorithm=MD5',
    "Negotiate abc==, Basic",
    "bytes 0-9/10",
    "bytes */99999999999999999999",
    "bytes 5-4/3",
    'a, "b, c",, d',
  ],
  (octets) => {
    const value = toLatin1(octets);
    const challenges = parseChallenges([["www-authenticate", value]]);
    for (const { scheme, parameters } of challenges)
      for (const name of [scheme, ...parameters.keys()])
        demand(/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name), "a name is a token in lower case", name);
    const range = outcome(() => parseContentRange([["content-range", value]]));
    return {
      challenges: challenges.map(({ scheme, parameters }) => [scheme, ...parameters]),
      range,
      list: outcome(() => parseList([["x", value]], "x")),
    };
  },
);

export const replyTextTargets: readonly Target[] = [replyTextTarget, fieldTarget];
