/** Runs a job once per key, shares its result, and caches it if it is worth keeping. */
export interface SingleFlight<T> {
  run: (key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

interface Flight<T> {
  result: Promise<T>;
  controller: AbortController;
  waiting: number;
}

/** Resolves to the given value as soon as the signal is aborted. */
function whenAborted<T>(signal: AbortSignal, value: T): { promise: Promise<T>; stop: () => void } {
  const { promise, resolve } = Promise.withResolvers<T>();
  const abort = (): void => resolve(value);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  return { promise, stop: () => signal.removeEventListener('abort', abort) };
}

/** A caller that aborts gets the cancelled value at once; the job stops when no caller is left. */
export function createSingleFlight<T>(cancelled: T, keep: (value: T) => boolean): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>();

  const launch = (key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const controller = new AbortController();
    const flight: Flight<T> = { controller, waiting: 0, result: start(controller.signal) };
    const forget = (): void => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    flights.set(key, flight);
    flight.result.then((value) => (keep(value) ? undefined : forget()), forget);
    controller.signal.addEventListener('abort', forget);
    return flight;
  };

  const run: SingleFlight<T>['run'] = async (key, signal, start) => {
    if (signal.aborted) return cancelled;
    const flight = flights.get(key) ?? launch(key, start);
    const aborted = whenAborted(signal, cancelled);
    flight.waiting += 1;
    try {
      return await Promise.race([flight.result, aborted.promise]);
    } finally {
      aborted.stop();
      flight.waiting -= 1;
      if (flight.waiting === 0 && signal.aborted) flight.controller.abort();
    }
  };
  return { run };
}

/** Runs a job, and once more if another caller's run ended for a reason that does not apply to this caller. */
export async function runOwn<T>(run: (onStart: () => void) => Promise<T>, isOthers: (value: T) => boolean): Promise<T> {
  const flown = { own: false };
  const once = async (): Promise<T> =>
    run(() => {
      flown.own = true;
    });
  const first = await once();
  return !flown.own && isOthers(first) ? once() : first;
}
