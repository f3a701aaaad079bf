import { describeUrlTable } from "@anyurl/testkit";
import { mailto } from "../src/index.ts";

describeUrlTable(mailto, new URL("urls.json", import.meta.url), { rule: "RFC 6068 §2" });
