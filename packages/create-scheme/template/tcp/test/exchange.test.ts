import { replayTranscripts } from "@anyurl/testkit";
import { xDemo } from "../src/index.ts";

replayTranscripts(new URL("transcripts/", import.meta.url), { scheme: xDemo });
