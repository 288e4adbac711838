/** How long the service may hold its answer until the document is there, and the rest after it was not reached. */
const waitSeconds = 20;
const awayMs = 5_000;
const accepted = 202;
/** A click that has not led anywhere after this time has come to nothing. */
const leavingMs = 30_000;
const lookMs = 500;
/** What the entry of the browser's history says once the file was downloaded from it: going back to it must not do so again. */
const given = 'pdf given';

const rest = async (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for a document, and downloads it when it is ready. The page is the same without script, only slower. */
export class PdfFile extends HTMLElement {
  readonly #left = new AbortController();
  #leavingUntil = 0;

  connectedCallback(): void {
    const { state = '', file = '' } = this.dataset;
    if (state === 'ready' && history.state !== given) {
      history.replaceState(given, '');
      location.assign(file);
    }
    if (state === 'making' || state === 'queued') void this.#follow(Number(this.dataset['seconds']));
    addEventListener('beforeunload', () => {
      this.#leavingUntil = Date.now() + leavingMs;
    });
    // A page that was left must not hold a connection; one that is shown again looks anew.
    addEventListener('pagehide', () => this.#left.abort());
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) location.reload();
    });
  }

  disconnectedCallback(): void {
    this.#left.abort();
  }

  /** Asks for this page until it has something else to show; waits first where there was no room. */
  async #follow(seconds: number): Promise<void> {
    if (this.dataset['state'] === 'queued') await rest(seconds * 1_000);
    while (!this.#left.signal.aborted) {
      const waitMs = await this.#ask();
      if (this.#left.signal.aborted) return;
      if (waitMs === null) return this.#lookAnew();
      await rest(waitMs);
    }
  }

  /** Shows what there is now, but not to a reader who is on the way to another page: a reload would take the way back. */
  async #lookAnew(): Promise<void> {
    while (Date.now() < this.#leavingUntil) await rest(lookMs);
    if (!this.#left.signal.aborted) location.reload();
  }

  /** Milliseconds to wait until the next time; null where the page has changed. */
  async #ask(): Promise<number | null> {
    try {
      const answer = await fetch(location.href, {
        method: 'HEAD',
        headers: { accept: 'text/html', prefer: `wait=${waitSeconds}` },
        signal: this.#left.signal,
      });
      if (answer.status !== accepted) return null;
      return Number(answer.headers.get('retry-after') ?? 1) * 1_000;
    } catch {
      return awayMs;
    }
  }
}
