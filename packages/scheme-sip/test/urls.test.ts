import { describeUrlTable } from "@anyurl/testkit";
import { sip } from "../src/index.ts";

describeUrlTable(sip, new URL("urls.json", import.meta.url), { rule: "RFC 3261 §19.1.1, §25.1" });
