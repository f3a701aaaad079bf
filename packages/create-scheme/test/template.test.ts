// The templates pass the conformance suite unchanged; generated packages differ only in the name.
import { describe } from "vitest";

describe("tcp", async () => {
  await import("../template/tcp/test/syntax.test.ts");
  await import("../template/tcp/test/exchange.test.ts");
  await import("../template/tcp/test/access.test.ts");
});

describe("wrap", async () => {
  await import("../template/wrap/test/syntax.test.ts");
  await import("../template/wrap/test/access.test.ts");
});

describe("syntax", async () => {
  await import("../template/syntax/test/syntax.test.ts");
});
