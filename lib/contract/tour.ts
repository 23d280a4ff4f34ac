/**
 * The guided tour: eight prepared conversations. The page Tour opens each with one click, and the model `sandbox/demo`
 * has the answers.
 */

export const TOUR_MODEL = "sandbox/demo";

export type TourStop = {
  id: "answer" | "tools" | "schema" | "reasoning" | "mask" | "film" | "apis" | "retry";
  title: string;
  /** Path of the page that plays it. */
  page: "/chat" | "/responses" | "/messages" | "/images" | "/videos" | "/compare";
  prompt: string;
  /** One sentence for the presenter. */
  point: string;
};

export type TourStopId = TourStop["id"];

export const TOUR_STOPS = [
  {
    id: "answer",
    title: "A streamed response with a table and code",
    page: "/chat",
    prompt: "How does streaming differ between the four APIs? Show a table and code.",
    point: "Point at the table that grows row by row, and at the time to the first token under it.",
  },
  {
    id: "tools",
    title: "Tools called in parallel",
    page: "/chat",
    prompt: "What is the weather in Paris, Oslo and Lisbon?",
    point: "Point at the three calls in one turn, and at their results, which become one table.",
  },
  {
    id: "schema",
    title: "Structured output",
    page: "/responses",
    prompt: "Describe Lisbon as a record.",
    point: "Point at “Matches the schema”: the browser checks the response against the schema that was sent.",
  },
  {
    id: "reasoning",
    title: "Reasoning before the response",
    page: "/messages",
    prompt: "A bat and a ball cost $1.10 together. The bat costs $1.00 more than the ball. What does the ball cost?",
    point: "Point at the reasoning: it streams in a block of its own and folds away when the response begins.",
  },
  {
    id: "mask",
    title: "An image edited under a mask",
    page: "/images",
    prompt: "Add a big full moon",
    point: "Point at “Nothing changed outside the mask”: the browser compared every pixel of both images.",
  },
  {
    id: "film",
    title: "A video rendered in the background",
    page: "/videos",
    prompt: "A fox runs through falling snow",
    point: "Point at the progress and reload the page: the gateway owns the task and continues it.",
  },
  {
    id: "apis",
    title: "Four APIs side by side",
    page: "/compare",
    prompt: "What can get lost when one API is translated to another?",
    point: "Point at the same words in four columns, then open the inspector: the events of each API differ.",
  },
  {
    id: "retry",
    title: "An error and its retry",
    page: "/chat",
    prompt: "Show me an error and its retry.",
    point: "Point at the countdown: the error says how long to wait, and the retry then succeeds.",
  },
] as const satisfies readonly TourStop[];

/** Returns the stop of an id, such as one from an address. */
export function findTourStop(id: string | null | undefined): TourStop | undefined {
  return TOUR_STOPS.find((stop) => stop.id === id);
}

/** Returns the address that plays a stop, such as `/chat?tour=answer`. */
export function tourAddress({ page, id }: Pick<TourStop, "page" | "id">): string {
  return `${page}?tour=${id}`;
}
