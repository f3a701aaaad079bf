import { anyAuthority, describeScheme, readVectors, textWithout } from "@anyurl/testkit";
import fc from "fast-check";
import { ftp } from "../src/index.ts";

/** Everything that FTP can send: any bytes except those that end a command. */
const field = textWithout("\0\r\n");

describeScheme(ftp, readVectors(new URL("vectors.json", import.meta.url)), {
  authority: anyAuthority({ login: true }),
  parts: fc.record({
    cwds: fc.array(field, { maxLength: 4 }),
    name: field,
    typecode: fc.constantFrom("a", "i", "d", undefined),
  }),
});
