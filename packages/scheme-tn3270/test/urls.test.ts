import { describeUrlTable } from "@anyurl/testkit";
import { tn3270 } from "../src/index.ts";

describeUrlTable(tn3270, new URL("urls.json", import.meta.url), { rule: "RFC 6270 §2" });
