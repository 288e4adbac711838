import type { StartTag } from '../tokens.ts';
import { resolve, storedUrl } from './urls.ts';

/** A form of a page; of its fields only the kinds are kept. */
export interface PageForm {
  /** Where it is sent to, resolved; that of the page where it does not say. */
  action: string;
  /** Where buttons of the form send it instead, resolved; absent where none does. */
  overrides?: readonly string[] | undefined;
  method: 'get' | 'post' | 'dialog';
  /** Kinds of the fields, in order, at most 50: types of inputs, and select and textarea. */
  fields: readonly string[];
  password: boolean;
  /** Whether a hidden field by its name holds a token against forged requests. */
  token: boolean;
  line: number;
}

interface Open {
  action: string;
  overrides?: string[];
  method: PageForm['method'];
  fields: string[];
  password: boolean;
  token: boolean;
  line: number;
}

const maxForms = 100;
const maxFields = 50;

const tokenName = /csrf|xsrf|authenticity|requestverificationtoken|nonce|form_?(?:key|token|build_id)|^_?token$/i;

const inputTypes: ReadonlySet<string> = new Set(
  (
    'button checkbox color date datetime-local email file hidden image month number password radio range reset search submit ' +
    'tel text time url week'
  ).split(' '),
);

const methodOf = (value: string | undefined): PageForm['method'] => {
  const method = value?.toLowerCase();
  return method === 'post' || method === 'dialog' ? method : 'get';
};

/** Gathers the forms of a page: a form within a form is none (HTML, the form element pointer). */
export class Forms {
  readonly #forms: Open[] = [];
  readonly #byId = new Map<string, Open>();
  #open: Open | null = null;

  startTag(tag: StartTag, documentUrl: string, base: string): void {
    if (tag.name === 'form') this.#startForm(tag, documentUrl, base);
    else if (tag.name === 'input') this.#addInput(tag);
    else if (tag.name === 'select' || tag.name === 'textarea') this.#addField(this.#ownerOf(tag), tag.name);
    if (tag.name === 'input' || tag.name === 'button') this.#addOverride(tag, base);
  }

  /** The form that a field belongs to: the one that it names, if it stands before it, else the one around it. */
  #ownerOf({ attributes }: StartTag): Open | null {
    const id = attributes.get('form');
    return id === undefined ? this.#open : (this.#byId.get(id) ?? null);
  }

  #addOverride(tag: StartTag, base: string): void {
    const form = this.#ownerOf(tag);
    const text = tag.attributes.get('formaction') ?? '';
    // Resolving takes the time that a long base asks for.
    if (form === null || text === '' || (form.overrides?.length ?? 0) >= maxFields) return;
    const url = resolve(text, base);
    if (url !== null) form.overrides = [...(form.overrides ?? []), storedUrl(url)];
  }

  endTag(name: string): void {
    if (name === 'form') this.#open = null;
  }

  #startForm({ attributes, line }: StartTag, documentUrl: string, base: string): void {
    if (this.#open !== null || this.#forms.length >= maxForms) return;
    const text = attributes.get('action') ?? '';
    const url = resolve(text === '' ? documentUrl : text, base);
    if (url === null) return;
    const method = methodOf(attributes.get('method'));
    this.#open = { action: storedUrl(url), method, fields: [], password: false, token: false, line };
    this.#forms.push(this.#open);
    const id = attributes.get('id');
    if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, this.#open);
  }

  #addField(form: Open | null, kind: string): void {
    if (form !== null && form.fields.length < maxFields) form.fields.push(kind);
  }

  #addInput(tag: StartTag): void {
    const { attributes } = tag;
    const form = this.#ownerOf(tag);
    const type = attributes.get('type')?.toLowerCase() ?? 'text';
    this.#addField(form, inputTypes.has(type) ? type : 'text');
    if (form === null) return;
    if (type === 'password') form.password = true;
    if (type === 'hidden' && tokenName.test(attributes.get('name') ?? '')) form.token = true;
  }

  facts(): PageForm[] {
    return this.#forms;
  }
}
