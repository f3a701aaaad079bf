import { mailto } from "@anyurl/scheme-mailto";
import { describeHostile } from "@anyurl/testkit";
import { describe } from "vitest";
import { clientWith, protocolWith } from "./hostile-protocol.ts";

describe("with STARTTLS", () => {
  describeHostile(mailto, { protocol: protocolWith("upgrade"), client: clientWith("required") });
});
describe("with TLS from the first byte", () => {
  describeHostile(mailto, { protocol: protocolWith("implicit"), client: clientWith("implicit") });
});
