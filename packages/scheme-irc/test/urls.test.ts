import { describeUrlTable } from "@anyurl/testkit";
import { irc } from "../src/index.ts";

describeUrlTable(irc, new URL("urls.json", import.meta.url), { rule: "draft-butcher-irc-url-04 §2.5" });
