/** Worker that matches outputs with patterns and schemas of clients. */
import { serveTasks } from "#lib/workers/serve-tasks.ts";
import type { Outcome } from "./check-output.ts";
import { type MatchRequest, matchOutput } from "./match-output.ts";

serveTasks<MatchRequest, Outcome[], never>(async (request) => ({ result: matchOutput(request) }));
