import { counted } from '@perimeter/contract/text/counted';
import { isRecord, numberOf, recordsOf, textOf } from './json.ts';
import { addFindings, phaseTitle, showRail } from './live-phases.ts';

/** Degrees of the dial's arc, its start clockwise from the right, radius and centre; as the server draws it. */
const dial = { span: 260, start: 140, radius: 92, centre: 110 };

function arcTo(share: number): string {
  const at = (part: number): string => {
    const angle = ((dial.start + dial.span * part) * Math.PI) / 180;
    return `${(dial.centre + dial.radius * Math.cos(angle)).toFixed(2)} ${(dial.centre + dial.radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `M${at(0)}A${dial.radius} ${dial.radius} 0 ${dial.span * share > 180 ? 1 : 0} 1 ${at(share)}`;
}

const duration = (ms: number): string =>
  ms < 60_000 ? `${Math.round(ms / 1_000)} s` : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;

/** Follows a running audit: by its event stream, and by polls where there is none. It sets texts and attributes only. */
export class LiveAudit extends HTMLElement {
  #sentence = '';
  #touched = false;
  #percent = 0;
  #stream: EventSource | null = null;
  #stopped = false;
  #next = 0;
  #completed = -1;
  #current = '';
  #isReading = false;
  #isBehind = false;

  connectedCallback(): void {
    for (const kind of ['scroll', 'pointerdown', 'keydown', 'selectionchange']) {
      addEventListener(kind, () => (this.#touched = true), { once: true, passive: true });
    }
    this.#next = Number(this.dataset['next'] ?? 0);
    this.#offerCancel();
    this.#follow();
    // A page that was left must not hold a connection, nor keep the browser from going back to it as it was.
    addEventListener('pagehide', () => {
      this.#stopped = true;
      this.#stream?.close();
    });
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) location.reload();
    });
  }

  disconnectedCallback(): void {
    this.#stopped = true;
    this.#stream?.close();
  }

  #url(rest: string): string {
    return `${document.documentElement.dataset['base'] ?? ''}/api/audit/${this.dataset['id'] ?? ''}${rest}`;
  }

  #follow(): void {
    const stream = new EventSource(this.#url('/events'));
    this.#stream = stream;
    stream.addEventListener('message', (event) => this.#show(JSON.parse(String(event.data))));
    stream.addEventListener('error', () => {
      stream.close();
      void this.#poll();
    });
  }

  async #poll(): Promise<void> {
    while (!this.#stopped) {
      try {
        const answer = await fetch(this.#url(''), { headers: { prefer: 'wait=20' } });
        if (answer.ok) this.#show(await answer.json());
        else await new Promise((resolve) => setTimeout(resolve, 5_000));
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 3_000));
      }
    }
  }

  #show(state: unknown): void {
    if (!isRecord(state) || this.#stopped) return;
    const status = textOf(state['status']);
    this.#percent = Math.max(this.#percent, numberOf(state['percentComplete']));
    document.title = `${this.#percent} % · ${this.dataset['domain'] ?? ''}`;
    this.querySelector('.dial .arc')?.setAttribute('d', arcTo(Math.max(this.#percent, 0.5) / 100));
    this.querySelector('.dial')?.setAttribute('aria-label', `${this.#percent} percent done`);
    this.#set('.dial .total', String(this.#percent));
    this.#set('[data-elapsed]', duration(numberOf(state['elapsedMs'])));
    if (status === 'in_progress') this.#showPhase(state);
    if (status === 'completed' || status === 'failed') this.#finish(status);
  }

  #showPhase(state: Record<string, unknown>): void {
    const current = textOf(state['currentPhase']);
    const completed = numberOf(state['phasesCompleted']);
    const total = numberOf(state['phasesTotal']);
    const summary = isRecord(state['summary']) ? state['summary'] : {};
    const findings = numberOf(summary['findingsCount']);
    const title = phaseTitle(this, current);
    const sentence =
      completed === total
        ? 'All phases are finished.'
        : `${title}, phase ${Math.min(completed + 1, total)} of ${total}.`;
    this.#set('.dial .chip-text', `Phase ${Math.min(completed + 1, total)} of ${total}`);
    if (completed !== this.#completed || current !== this.#current) {
      [this.#completed, this.#current] = [completed, current];
      void this.#refresh();
    }
    // Said once a phase, not with every percent.
    if (sentence !== this.#sentence) {
      this.#sentence = sentence;
      const checks = counted(numberOf(summary['checksExecuted']), 'check');
      this.#set('[data-sentence]', `${sentence} ${checks} done, ${counted(findings, 'finding')} so far.`);
    }
    this.#set('[data-found-count]', findings === 0 ? 'No findings yet.' : `${counted(findings, 'finding')} so far.`);
  }

  /** Reads the phases and the findings of those that have finished since; one request at a time. */
  async #refresh(): Promise<void> {
    if (this.#isReading) {
      this.#isBehind = true;
      return;
    }
    this.#isReading = true;
    try {
      const answer = await fetch(this.#url(`/phases?after=${this.#next}`));
      const found: unknown = answer.ok ? await answer.json() : null;
      if (isRecord(found) && !this.#stopped) {
        showRail(this, recordsOf(found['phases']));
        addFindings(this, recordsOf(found['findings']));
        this.#next = numberOf(found['next']);
      }
    } catch {
      // The next change of the audit asks again.
    }
    this.#isReading = false;
    if (!this.#isBehind) return;
    this.#isBehind = false;
    await this.#refresh();
  }

  /** Shows the report: at once where nobody has begun to read, else by a link. The focus stays where it is. */
  #finish(status: string): void {
    this.#stopped = true;
    this.#stream?.close();
    const isReading = this.#touched && document.visibilityState === 'visible';
    if (!isReading) {
      location.reload();
      return;
    }
    const notice = this.querySelector<HTMLElement>('[data-finished]');
    const link = notice?.querySelector('a');
    if (notice === null || link === null || link === undefined) return;
    if (status === 'failed') link.textContent = 'The audit failed: show why';
    link.href = location.pathname;
    notice.hidden = false;
    this.#set('[data-sentence]', status === 'failed' ? 'The audit failed.' : 'The audit is complete.');
  }

  #offerCancel(): void {
    const button = this.querySelector<HTMLButtonElement>('[data-cancel]');
    if (button === null) return;
    button.hidden = false;
    button.addEventListener('click', () => {
      button.disabled = true;
      void fetch(this.#url(''), { method: 'DELETE' }).then((answer) => {
        if (answer.ok) location.reload();
        else this.#set('[data-cancel]', 'Only who started it can cancel it');
      });
    });
  }

  #set(selector: string, text: string): void {
    const element = this.querySelector(selector);
    if (element !== null && element.textContent !== text) element.textContent = text;
  }
}
