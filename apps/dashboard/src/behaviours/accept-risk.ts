import { ask, type ApiAnswer } from './ask.ts';

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
    // What is wrong stands at its field, whoever found it: the browser or the service.
    form.noValidate = true;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const wrong = this.#fields().flatMap((field) =>
        field.checkValidity() ? [] : [[field.name, field.validationMessage] as const],
      );
      if (this.#mark(wrong)) return;
      void this.#done(this.#send(new FormData(form)), form.querySelector('button[type=submit]'));
    });
  }

  #open(form: HTMLFormElement, box: HTMLElement, of: DOMStringMap): void {
    form.reset();
    this.#mark([]);
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
    for (const field of this.#fields()) field.value = of[field.name] ?? field.value;
    box.showPopover();
    form.querySelector('textarea')?.focus();
  }

  async #send(data: FormData): Promise<ApiAnswer> {
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

  #fields(): (HTMLInputElement | HTMLTextAreaElement)[] {
    return [...this.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  }

  /** Says at each field what is wrong with it, and goes to the first; false where nothing is wrong with a field. */
  #mark(wrong: readonly (readonly [name: string, why: string])[]): boolean {
    const reasons = new Map(wrong);
    this.#say('');
    const marked = this.#fields().filter((field) => {
      const why = reasons.get(field.name) ?? '';
      const place = document.getElementById(`${field.id}-wrong`);
      if (place !== null) place.textContent = why;
      field.ariaInvalid = why === '' ? null : 'true';
      return why !== '';
    });
    marked[0]?.focus();
    return marked.length > 0;
  }

  #say(text: string): void {
    const alert = this.querySelector('[role=alert]');
    if (alert !== null) alert.textContent = text;
  }

  async #done(asked: Promise<ApiAnswer>, button: HTMLButtonElement | null): Promise<void> {
    if (button !== null) button.disabled = true;
    const answer = await asked;
    if (button !== null) button.disabled = false;
    if (!answer.ok) {
      // What no field is for is said below them.
      if (!this.#mark(answer.wrong ?? [])) this.#say(answer.why);
      return;
    }
    location.hash = 'accepted';
    location.reload();
  }
}
