import { replayTranscripts } from "@anyurl/testkit";
import { finger } from "../src/index.ts";

replayTranscripts(new URL("./transcripts/", import.meta.url), { scheme: finger });
