import { replayTranscripts } from "@anyurl/testkit";
import { wais } from "../src/index.ts";

replayTranscripts(new URL("transcripts/", import.meta.url), { scheme: wais });
