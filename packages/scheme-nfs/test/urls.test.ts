import { describeUrlTable } from "@anyurl/testkit";
import { nfs } from "../src/index.ts";

describeUrlTable(nfs, new URL("urls.json", import.meta.url), { rule: "RFC 2224 §10" });
