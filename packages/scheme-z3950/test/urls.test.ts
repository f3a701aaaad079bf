import { describeUrlTable } from "@anyurl/testkit";
import { z3950 } from "../src/index.ts";

describeUrlTable(z3950, new URL("urls.json", import.meta.url), { rule: "RFC 2056 §5" });
