import { describeUrlTable } from "@anyurl/testkit";
import { gemini } from "../src/index.ts";

describeUrlTable(gemini, new URL("urls.json", import.meta.url), { rule: "Gemini, The use of URI" });
