import type { StartTag } from '../tokens.ts';
import { resolve, storedUrl } from './urls.ts';

/** A form of a page; of its fields only the kinds are kept. */
export interface PageForm {
  /** Where it is sent to, resolved; the page's own address by default. */
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

/** A form whose address is as it is written. */
interface Open extends PageForm {
  overrides: string[];
  fields: string[];
}

/** A field or button, and its form or the id of that. */
interface Control {
  tag: StartTag;
  owner: Open | string;
}

const maxForms = 100;
const maxFields = 50;
/** Maximum number of fields and buttons that are read from one document. */
const maxControls = maxForms * maxFields;
const controls: ReadonlySet<string> = new Set(['input', 'button', 'select', 'textarea']);

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

/** Adds a field or button to its form. */
function addControl(form: Open, { name, attributes }: StartTag): void {
  const type = attributes.get('type')?.toLowerCase() ?? 'text';
  const inputType = inputTypes.has(type) ? type : 'text';
  if (name !== 'button' && form.fields.length < maxFields) form.fields.push(name === 'input' ? inputType : name);
  const override = name === 'input' || name === 'button' ? (attributes.get('formaction') ?? '') : '';
  if (override !== '' && form.overrides.length < maxFields) form.overrides.push(override);
  if (name !== 'input') return;
  if (type === 'password') form.password = true;
  if (type === 'hidden' && tokenName.test(attributes.get('name') ?? '')) form.token = true;
}

/**
 * Gathers the forms of a page: a form within a form is none (HTML, the form element pointer). Which form a field belongs to, and where
 * it is sent to, is decided at the end of the document: a field may stand before the form that it names, and a form before the base.
 */
export class Forms {
  readonly #forms: PageForm[] = [];
  #written: Open[] = [];
  #controls: Control[] = [];
  /** The first element of each id; null for what is no form. */
  readonly #byId = new Map<string, Open | null>();
  #open: Open | null = null;

  startTag(tag: StartTag): void {
    const id = tag.attributes.get('id') ?? '';
    const form = tag.name === 'form' ? this.#startForm(tag) : null;
    if (id !== '' && !this.#byId.has(id)) this.#byId.set(id, form);
    const owner = tag.attributes.get('form') ?? this.#open;
    if (controls.has(tag.name) && owner !== null && this.#controls.length < maxControls)
      this.#controls.push({ tag, owner });
  }

  endTag(name: string): void {
    if (name === 'form') this.#open = null;
  }

  #startForm({ attributes, line }: StartTag): Open | null {
    if (this.#open !== null || this.#forms.length + this.#written.length >= maxForms) return null;
    const [action, method] = [attributes.get('action') ?? '', methodOf(attributes.get('method'))];
    this.#open = { action, overrides: [], method, fields: [], password: false, token: false, line };
    this.#written.push(this.#open);
    return this.#open;
  }

  /** Forms are sent where the base of the whole document says (HTML, "document base URL"). */
  endDocument(documentUrl: string, base: string): void {
    for (const { tag, owner } of this.#controls) {
      const form = typeof owner === 'string' ? this.#byId.get(owner) : owner;
      if (form !== undefined && form !== null) addControl(form, tag);
    }
    const stored = (text: string): string[] => {
      const url = resolve(text, base);
      return url === null ? [] : [storedUrl(url)];
    };
    for (const { overrides, ...form } of this.#written) {
      const [action] = stored(form.action === '' ? documentUrl : form.action);
      const others = overrides.flatMap(stored);
      if (action !== undefined) this.#forms.push({ ...form, action, ...(others.length > 0 && { overrides: others }) });
    }
    this.#written = [];
    this.#controls = [];
    this.#byId.clear();
    this.#open = null;
  }

  facts(): PageForm[] {
    return this.#forms;
  }
}
