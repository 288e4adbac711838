import { msPerDay } from '@perimeter/contract/durations';
import { ask } from './ask.ts';
import { isRecord, numberOf, recordsOf, textOf } from './json.ts';

/** "in 6 days", rounded up: a link of 30 days says so right after it was made. */
const inDays = (ms: number): string => {
  const days = Math.max(1, Math.ceil((ms - Date.now()) / msPerDay));
  return `in ${days} ${days === 1 ? 'day' : 'days'}`;
};

/** The links of a report: made, listed and ended; and whether its audit is private. */
export class ShareLinks extends HTMLElement {
  connectedCallback(): void {
    const [form, box] = [this.querySelector('form'), this.querySelector<HTMLElement>('div')];
    if (form === null || box === null) return;
    box.hidden = false;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#make(new FormData(form));
    });
    this.querySelector('[data-copy]')?.addEventListener('click', () => {
      const text = this.querySelector('code')?.textContent ?? '';
      void navigator.clipboard?.writeText(text).then(() => this.#say('Copied'));
    });
    const isPrivate = this.querySelector<HTMLInputElement>('[data-private]');
    isPrivate?.addEventListener('change', () => void this.#setPrivate(isPrivate));
    this.closest('[popover]')?.addEventListener('beforetoggle', () => void this.#list(), { once: true });
  }

  #path(more = ''): string {
    return `audit/${this.dataset['audit'] ?? ''}${more}`;
  }

  #say(text: string): void {
    const status = this.querySelector('[role=status]');
    if (status !== null) status.textContent = text;
  }

  async #make(data: FormData): Promise<void> {
    const body = {
      expiresInDays: Number(data.get('days')),
      redacted: data.has('redacted'),
      answers: data.has('answers'),
    };
    const answer = await ask('POST', this.#path('/shares'), body);
    if (!answer.ok) {
      this.#say(answer.why);
      return;
    }
    const [made, code] = [this.querySelector<HTMLElement>('.share-made'), this.querySelector('code')];
    if (made !== null) made.hidden = false;
    if (code !== null) code.textContent = textOf(answer.found['url']);
    const share = answer.found['share'];
    this.#say(`Link made${isRecord(share) ? `, it expires ${inDays(numberOf(share['expiresAt']))}` : ''}`);
    this.querySelector<HTMLElement>('[data-copy]')?.focus();
    await this.#list();
  }

  async #list(): Promise<void> {
    const answer = await ask('GET', this.#path('/shares'));
    const list = this.querySelector('ul');
    if (!answer.ok || list === null) return;
    list.replaceChildren(
      ...recordsOf(answer.found['shares']).map((share) => {
        const item = document.createElement('li');
        const redacted = share['redacted'] === true ? ', without evidence and hosts' : '';
        const answers = share['answers'] === true ? ', takes answers' : '';
        const told = `Made ${new Date(numberOf(share['createdAt'])).toISOString().slice(0, 10)}, expires ${inDays(numberOf(share['expiresAt']))}${redacted}${answers}`;
        const end = document.createElement('button');
        end.type = 'button';
        end.className = 'button tiny';
        end.textContent = 'End';
        end.setAttribute('aria-label', `End the link: ${told}`);
        end.addEventListener('click', () => void this.#end(textOf(share['id'])));
        item.append(told, end);
        return item;
      }),
    );
  }

  async #end(id: string): Promise<void> {
    const answer = await ask('DELETE', this.#path(`/shares/${id}`));
    this.#say(answer.ok ? 'Link ended' : answer.why);
    const made = this.querySelector<HTMLElement>('.share-made');
    if (made !== null) made.hidden = true;
    await this.#list();
  }

  async #setPrivate(box: HTMLInputElement): Promise<void> {
    box.disabled = true;
    const answer = await ask('PATCH', this.#path(), { private: box.checked });
    box.disabled = false;
    if (!answer.ok) box.checked = !box.checked;
    const now = box.checked ? 'The audit is private' : 'Anyone who has the address can read the audit';
    this.#say(answer.ok ? now : answer.why);
  }
}
