/** How often a busy page is asked for again by itself, waiting twice as long each time, and after which rest that begins anew. */
const mostTimes = 5;
const restMs = 120_000;
const key = 'perimeter-again';

/** Remembers in this tab that an address was asked for again. */
function count(): { times: number; add: () => boolean } {
  try {
    const [path, times, at] = (sessionStorage.getItem(key) ?? '').split(' ');
    const isSame = path === location.pathname && Date.now() - Number(at) < restMs;
    const before = isSame ? Number(times) : 0;
    const add = (): boolean => {
      sessionStorage.setItem(key, `${location.pathname} ${before + 1} ${Date.now()}`);
      return before < mostTimes;
    };
    return { times: before, add };
  } catch {
    // Where nothing can be remembered, nothing is repeated.
    return { times: 0, add: () => false };
  }
}

/** Counts down until the service can be asked again; the link beside it works all the time. A busy page is then asked for again. */
export class RetryAfter extends HTMLElement {
  connectedCallback(): void {
    const wait = this.querySelector('[data-wait]');
    if (wait === null) return;
    const isBusy = this.dataset['busy'] !== undefined;
    const { times, add } = count();
    const seconds = Number(this.dataset['seconds']) * (isBusy ? 2 ** times : 1);
    const until = Date.now() + seconds * 1_000;
    const show = (): void => {
      const left = Math.ceil((until - Date.now()) / 1_000);
      wait.textContent = left > 0 ? `in ${left} s` : 'now';
      if (left > 0 || document.visibilityState === 'hidden') return;
      clearInterval(timer);
      if (isBusy && add()) location.reload();
    };
    const timer = setInterval(show, 1_000);
  }
}
