import { describeUrlTable } from "@anyurl/testkit";
import { ftp } from "../src/index.ts";

describeUrlTable(ftp, new URL("urls.json", import.meta.url), { rule: "RFC 1738 §3.2.2" });
