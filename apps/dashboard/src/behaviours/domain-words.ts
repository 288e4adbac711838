import { ask } from './ask.ts';

type Fields = Readonly<Record<'tags' | 'owner' | 'note', HTMLInputElement>>;

/** Whether something was typed that is not saved. */
const isTyped = (field: HTMLInputElement): boolean => field.value !== field.defaultValue;

/** Tags as links to the domains that have them. */
function tagLinks(tags: readonly string[]): Node[] {
  return tags.map((tag) => {
    const link = document.createElement('a');
    link.className = 'tag';
    link.href = `${document.documentElement.dataset['base'] ?? ''}/domains?tag=${encodeURIComponent(tag)}`;
    link.textContent = tag;
    return link;
  });
}

/** Saves tags, owner and note of a row where they stand: what was typed in other rows stays, and leaving the page asks. */
export class DomainWords extends HTMLElement {
  readonly #leaving = (event: BeforeUnloadEvent): void => {
    if (Object.values(this.#fields()).some(isTyped)) event.preventDefault();
  };

  connectedCallback(): void {
    this.#fields().tags.form?.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#save();
    });
    addEventListener('beforeunload', this.#leaving);
  }

  disconnectedCallback(): void {
    removeEventListener('beforeunload', this.#leaving);
  }

  #fields(): Fields {
    const named = (name: string): HTMLInputElement =>
      this.querySelector<HTMLInputElement>(`[name=${name}]`) ?? document.createElement('input');
    return { tags: named('tags'), owner: named('owner'), note: named('note') };
  }

  #say(text: string): void {
    const place = this.querySelector('[role=status]');
    if (place !== null) place.textContent = text;
  }

  async #save(): Promise<void> {
    const { tags, owner, note } = this.#fields();
    const path = `domains/${this.dataset['domain'] ?? ''}`;
    const given = [...new Set(tags.value.split(/[\s,]+/u).filter((tag) => tag !== ''))];
    const words = { owner: owner.value.trim(), note: note.value.trim() };
    this.#say('Saving');
    const tagged = await ask('PUT', `${path}/tags`, { tags: given });
    const noted = tagged.ok ? await ask('PATCH', path, words) : tagged;
    if (!noted.ok) {
      this.#say(noted.why);
      return;
    }
    for (const [field, saved] of [
      [tags, given.join(', ')],
      [owner, words.owner],
      [note, words.note],
    ] as const)
      // What was typed while it was saved is still to be saved.
      field.defaultValue = saved;
    this.#show('tags', tagLinks(given));
    this.#show('owner', [words.owner]);
    this.#show('note', [words.note]);
    this.#say('Saved');
  }

  #show(what: keyof Fields, content: readonly (Node | string)[]): void {
    const place = this.closest('tr')?.querySelector<HTMLElement>(`[data-words=${what}]`);
    place?.replaceChildren(...content.flatMap((part, at) => (at === 0 ? [part] : [' ', part])));
    if (place) place.hidden = place.textContent === '';
  }
}
