import { replayTranscripts } from "@anyurl/testkit";
import { nntp } from "../src/index.ts";

replayTranscripts(new URL("transcripts/", import.meta.url), { scheme: nntp });
