import { replayTranscripts } from "@anyurl/testkit";
import { pop } from "../src/index.ts";

replayTranscripts(new URL("./transcripts/", import.meta.url), { scheme: pop });
