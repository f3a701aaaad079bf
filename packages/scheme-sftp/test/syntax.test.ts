import { anyAuthority, anyText, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { sftp } from "../src/index.ts";

const segment = fc.oneof(anyText(), fc.constantFrom("", ".", "..", "a", ";type=a", "~bob"));
const segments = fc.array(segment, { minLength: 1, maxLength: 5 });
const path = fc.oneof(
  fc.record({ home: fc.constant(false), segments: segments.filter(([first]) => first !== "~") }),
  fc.record({ home: fc.constant(true), segments: fc.oneof(segments, fc.constant([])) }),
);
const name = anyText({ maxLength: 8 }).filter((text) => text !== "");
const params = fc.uniqueArray(
  fc.tuple(
    fc.oneof(fc.constant("fingerprint"), name),
    fc.option(anyText({ maxLength: 8 }), { nil: undefined }),
  ),
  { maxLength: 3, selector: ([each]) => each },
);
const login = fc.record({ user: anyText({ maxLength: 8 }), params });
const typecode = fc.constantFrom("a" as const, "i" as const, "d" as const, undefined);

describeScheme(sftp, readVectors(new URL("vectors.json", import.meta.url)), {
  authority: anyAuthority(),
  parts: fc
    .tuple(fc.oneof(login, fc.constant({ params: [] })), path, typecode)
    .map(([who, where, type]) => ({ ...who, ...where, typecode: type })),
});
