import type { StartTag } from '../tokens.ts';
import { resolve, storedUrl } from './urls.ts';

/** A form of a page; of its fields only the kinds are kept. */
export interface PageForm {
  /** Where it is sent to, resolved; that of the page where it does not say. */
  action: string;
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
  #open: Open | null = null;

  startTag(tag: StartTag, documentUrl: string, base: string): void {
    if (tag.name === 'form') this.#startForm(tag, documentUrl, base);
    else if (tag.name === 'input') this.#addInput(tag);
    else if (tag.name === 'select' || tag.name === 'textarea') this.#addField(tag.name);
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
  }

  #addField(kind: string): void {
    if (this.#open !== null && this.#open.fields.length < maxFields) this.#open.fields.push(kind);
  }

  #addInput({ attributes }: StartTag): void {
    const type = attributes.get('type')?.toLowerCase() ?? 'text';
    this.#addField(inputTypes.has(type) ? type : 'text');
    if (this.#open === null) return;
    if (type === 'password') this.#open.password = true;
    if (type === 'hidden' && tokenName.test(attributes.get('name') ?? '')) this.#open.token = true;
  }

  facts(): PageForm[] {
    return this.#forms;
  }
}
