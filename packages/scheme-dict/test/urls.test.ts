import { describeUrlTable } from "@anyurl/testkit";
import { dict } from "../src/index.ts";

describeUrlTable(dict, new URL("urls.json", import.meta.url), { rule: "RFC 2229 §5" });
