import { replayTranscripts } from "@anyurl/testkit";
import { news } from "../src/index.ts";

replayTranscripts(new URL("transcripts/", import.meta.url), { scheme: news });
