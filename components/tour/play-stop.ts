import { findTourStop, TOUR_STOPS, type TourStop, tourAddress } from "#lib/contract/tour.ts";
import { showToast } from "../ui/toast.tsx";

/** Stops that are being played, by the controller of their page. */
const playing = new WeakMap<object, string>();

/**
 * Plays a stop of the guided tour and tells the presenter what to point at. Does nothing on a page that is not the
 * stop's, nor while the same stop plays: effects run twice in development.
 */
export async function playStop(
  { owner, page, id }: { owner: object; page: string; id: string },
  play: (stop: TourStop) => Promise<void>,
): Promise<void> {
  const stop = findTourStop(id);
  if (stop?.page !== page || playing.get(owner) === id) return;
  playing.set(owner, id);
  showHint(stop);
  await play(stop);
  if (playing.get(owner) === id) playing.delete(owner);
}

function showHint(stop: TourStop): void {
  const place = TOUR_STOPS.findIndex(({ id }) => id === stop.id);
  const next = TOUR_STOPS[place + 1];
  showToast({
    title: `Guided tour, ${place + 1} of ${TOUR_STOPS.length}`,
    detail: stop.point,
    // Loaded anew: a page that is open already does not play a second stop.
    action: next
      ? { label: "Next stop", run: () => location.assign(tourAddress(next)) }
      : { label: "Back to the tour", run: () => location.assign("/tour") },
  });
}
