import { ask } from './ask.ts';

const bodies: Readonly<Record<string, object>> = {
  seen: { seen: true },
  hide: { hidden: true, seen: true },
  show: { hidden: false },
};

/** A list of answers with buttons that mark them as seen, hide and delete them; the page tells what has become of them. */
export class ShareAnswers extends HTMLElement {
  connectedCallback(): void {
    for (const button of this.querySelectorAll<HTMLButtonElement>('[data-act]')) {
      button.hidden = false;
      button.addEventListener('click', () => void this.#do(button));
    }
  }

  async #do(button: HTMLButtonElement): Promise<void> {
    const { act = '', path = '' } = button.dataset;
    if (act === 'delete' && !confirm('Delete this answer? It cannot be read any more.')) return;
    button.disabled = true;
    const answer = act === 'delete' ? await ask('DELETE', path) : await ask('PATCH', path, bodies[act]);
    if (answer.ok) {
      location.reload();
      return;
    }
    button.disabled = false;
    const alert = this.querySelector('[role=alert]');
    if (alert !== null) alert.textContent = answer.why;
  }
}
