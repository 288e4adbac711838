interface Item {
  element: HTMLDetailsElement;
  severity: string;
  category: string;
  /** Read when somebody searches for the first time. */
  words: string | null;
}

const isChecked = (value: EventTarget | null): value is HTMLInputElement => value instanceof HTMLInputElement;

/** Filters the issues of a report at once, and keeps the query string so that the address shows the same to others. */
export class FindingFilter extends HTMLElement {
  #items: Item[] = [];

  connectedCallback(): void {
    const form = this.querySelector('form');
    // What the server left out is not here to be shown: then the form asks the server.
    if (form === null || location.search !== '') return;
    this.#items = [...this.querySelectorAll<HTMLDetailsElement>('.finding')].map((element) => ({
      element,
      severity: element.dataset['severity'] ?? '',
      category: element.dataset['category'] ?? '',
      words: null,
    }));
    const apply = (): void => this.#apply(new FormData(form));
    form.addEventListener('input', apply);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      apply();
    });
  }

  #isShown(item: Item, severities: readonly string[], category: string, text: string): boolean {
    if (severities.length > 0 && !severities.includes(item.severity)) return false;
    if (category !== '' && category !== item.category) return false;
    if (text === '') return true;
    item.words ??= (item.element.textContent ?? '').toLowerCase();
    return item.words.includes(text);
  }

  #apply(data: FormData): void {
    const severities = data.getAll('severity').map(String);
    const category = String(data.get('category') ?? '');
    const text = String(data.get('q') ?? '').trim();
    let shown = 0;
    for (const item of this.#items) {
      const isShown = this.#isShown(item, severities, category, text.toLowerCase());
      item.element.hidden = !isShown;
      if (isShown) shown += 1;
    }
    for (const group of this.querySelectorAll<HTMLElement>('.by-severity')) {
      group.hidden = group.querySelector('.finding:not([hidden])') === null;
    }
    const status = this.querySelector('[data-shown]');
    if (status !== null) status.textContent = `${shown} of ${this.#items.length} issues shown`;
    const query = new URLSearchParams();
    for (const severity of severities) query.append('severity', severity);
    if (category !== '') query.set('category', category);
    if (text !== '') query.set('q', text);
    history.replaceState(null, '', `${location.pathname}${query.size === 0 ? '' : `?${query.toString()}`}#findings`);
  }
}

/** Whether an element is a field that keys belong to. */
export const isField = (target: EventTarget | null): boolean =>
  (isChecked(target) && target.type !== 'checkbox') ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;
