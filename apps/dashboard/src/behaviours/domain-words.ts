import { ask } from './ask.ts';

const names = ['tags', 'owner', 'note'] as const;
type Name = (typeof names)[number];

/** Whether something was typed that is not saved. */
const isTyped = (field: HTMLInputElement): boolean => field.value !== field.defaultValue;

/** Takes what a field holds for saved, as it was kept; what was typed meanwhile is still to be saved. */
function keep(field: HTMLInputElement, typed: string, saved: string): void {
  field.defaultValue = saved;
  if (field.value === typed) field.value = saved;
}

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

/** Says at a field what is wrong with it; nothing where nothing is. */
function mark(field: HTMLInputElement, why: string): void {
  const id = `wrong-${field.name}-${field.form?.id ?? ''}`;
  document.getElementById(id)?.remove();
  field.ariaInvalid = why === '' ? null : 'true';
  field.removeAttribute('aria-describedby');
  if (why === '') return;
  const place = document.createElement('p');
  place.id = id;
  place.className = 'refusal';
  place.role = 'alert';
  place.textContent = why;
  field.setAttribute('aria-describedby', id);
  field.after(place);
}

/**
 * Saves tags, owner and note of a domain where they stand, in a row of the list or on the domain's own page: what was typed elsewhere
 * stays, and leaving the page asks.
 */
export class DomainWords extends HTMLElement {
  readonly #leaving = (event: BeforeUnloadEvent): void => {
    if (names.some((name) => isTyped(this.#field(name)))) event.preventDefault();
  };

  connectedCallback(): void {
    this.#field('tags').form?.addEventListener('submit', (event) => {
      // Another button of the form does something else, without script.
      if (event.submitter?.hasAttribute('formaction') === true) return;
      event.preventDefault();
      void this.#save();
    });
    addEventListener('beforeunload', this.#leaving);
  }

  disconnectedCallback(): void {
    removeEventListener('beforeunload', this.#leaving);
  }

  #field(name: Name): HTMLInputElement {
    return this.querySelector<HTMLInputElement>(`[name=${name}]`) ?? document.createElement('input');
  }

  #say(text: string): void {
    const place = this.querySelector('[role=status]');
    if (place !== null) place.textContent = text;
  }

  /** Says what was refused at the fields that are meant, and goes to the first of them. */
  #refuse({ why, wrong = [] }: { why: string; wrong?: readonly (readonly [member: string, why: string])[] }): void {
    const reasons = new Map(wrong.map(([member, reason]) => [member.split('/')[0], reason]));
    const marked = names.filter((name) => {
      const reason = reasons.get(name) ?? '';
      mark(this.#field(name), reason);
      return reason !== '';
    });
    const [first] = marked;
    this.#say(first === undefined ? why : 'Not saved');
    if (first !== undefined) this.#field(first).focus();
  }

  async #save(): Promise<void> {
    const [tags, owner, note] = [this.#field('tags'), this.#field('owner'), this.#field('note')];
    const path = `domains/${this.dataset['domain'] ?? ''}`;
    const given = [...new Set(tags.value.split(/[\s,]+/u).filter((tag) => tag !== ''))];
    const typed = { tags: tags.value, owner: owner.value, note: note.value };
    const words = { owner: typed.owner.trim(), note: typed.note.trim() };
    this.#say('Saving');
    const tagged = await ask('PUT', `${path}/tags`, { tags: given });
    if (!tagged.ok) {
      this.#refuse(tagged);
      return;
    }
    keep(tags, typed.tags, given.join(', '));
    this.#show('tags', tagLinks(given));
    const noted = await ask('PATCH', path, words);
    this.#refuse(noted.ok ? { why: 'Saved' } : noted);
    if (!noted.ok) return;
    keep(owner, typed.owner, words.owner);
    keep(note, typed.note, words.note);
    this.#show('owner', [words.owner]);
    this.#show('note', [words.note]);
  }

  #show(what: Name, content: readonly (Node | string)[]): void {
    const place = this.closest('tr')?.querySelector<HTMLElement>(`[data-words=${what}]`);
    place?.replaceChildren(...content.flatMap((part, at) => (at === 0 ? [part] : [' ', part])));
    if (place) place.hidden = place.textContent === '';
  }
}
