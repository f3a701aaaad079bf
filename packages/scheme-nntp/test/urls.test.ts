import { describeUrlTable } from "@anyurl/testkit";
import { nntp } from "../src/index.ts";

describeUrlTable(nntp, new URL("urls.json", import.meta.url), { rule: "RFC 5538 §3, RFC 1738 §5" });
