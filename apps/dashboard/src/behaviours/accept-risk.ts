import { ask, type Answer } from './ask.ts';

/** The form that accepts the risk of an issue, changes that or ends it; its buttons stand beside the issues and waivers. */
export class AcceptRisk extends HTMLElement {
  connectedCallback(): void {
    const form = this.querySelector('form');
    const box = this.querySelector<HTMLElement>('[popover]');
    if (form === null || box === null) return;
    for (const button of document.querySelectorAll<HTMLButtonElement>('[data-accept], [data-change], [data-end]')) {
      button.hidden = false;
      button.addEventListener('click', () => {
        if (button.dataset['end'] === undefined) this.#open(form, box, button.dataset);
        else void this.#done(ask('DELETE', `waivers/${button.dataset['end']}`), button);
      });
    }
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#done(this.#send(new FormData(form)), form.querySelector('button[type=submit]'));
    });
  }

  #open(form: HTMLFormElement, box: HTMLElement, of: DOMStringMap): void {
    form.reset();
    this.#say('');
    const scope = form.querySelector('select');
    const about = this.querySelector('[data-about]');
    if (about !== null) about.textContent = of['title'] ?? '';
    const places: readonly (readonly string[])[] = JSON.parse(of['places'] ?? '[]');
    const hosts: readonly (readonly string[])[] = JSON.parse(of['hosts'] ?? '[]');
    if (scope !== null) {
      const isChoice = places.length + hosts.length > 0;
      const option = (text: string, about: Readonly<Record<string, string>>): HTMLOptionElement => {
        const made = new Option(text, String(scope.length));
        Object.assign(made.dataset, about);
        return made;
      };
      const isOf = of['severity'] === undefined ? {} : { severity: of['severity'] };
      scope.replaceChildren();
      scope.append(option(isChoice ? 'All findings of this check' : 'This check', isOf));
      for (const [host = '', severity = ''] of hosts) scope.append(option(`All on ${host}`, { host, severity }));
      for (const [fingerprint = '', where = '', severity = ''] of places)
        scope.append(option(`Only ${where}`, { fingerprint, severity }));
      const label = scope.closest<HTMLElement>('.field');
      if (label !== null) label.hidden = !isChoice;
    }
    this.dataset['check'] = of['accept'] ?? '';
    this.dataset['waiver'] = of['change'] ?? '';
    for (const [name, value] of [
      ['reason', of['reason']],
      ['owner', of['owner']],
      ['expires', of['expires']],
    ] as const) {
      const field = form.elements.namedItem(name);
      if (value !== undefined && (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement))
        field.value = value;
    }
    box.showPopover();
    form.querySelector('textarea')?.focus();
  }

  async #send(data: FormData): Promise<Answer> {
    const { domain, check = '', waiver = '' } = this.dataset;
    const chosen = this.querySelector('select')?.selectedOptions[0];
    const terms = {
      reason: data.get('reason'),
      owner: data.get('owner'),
      expires: data.get('expires'),
      ...chosen?.dataset,
    };
    if (waiver !== '') return ask('PATCH', `waivers/${waiver}`, terms);
    return ask('POST', 'waivers', { domain, checkId: check, ...terms });
  }

  #say(text: string): void {
    const alert = this.querySelector('[role=alert]');
    if (alert !== null) alert.textContent = text;
  }

  async #done(asked: Promise<Answer>, button: HTMLButtonElement | null): Promise<void> {
    if (button !== null) button.disabled = true;
    const answer = await asked;
    if (button !== null) button.disabled = false;
    if (!answer.ok) {
      this.#say(answer.why);
      return;
    }
    location.hash = 'accepted';
    location.reload();
  }
}
