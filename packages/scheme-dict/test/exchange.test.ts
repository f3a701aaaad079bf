import { replayTranscripts } from "@anyurl/testkit";
import { dict } from "../src/index.ts";

replayTranscripts(new URL("./transcripts/", import.meta.url), { scheme: dict });
