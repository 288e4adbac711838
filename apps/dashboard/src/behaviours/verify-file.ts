import { isRecord, numberOf, textOf } from './json.ts';

const maxBytes = 16 * 1024 * 1024;
const unknownTitle = 'Not a report of this service';
/** Unchanged reports that somebody else has signed: another service, or this one with a key that it no longer knows. */
const foreignTitle = 'Signed report of an unknown signer: not issued by this service';
const verdicts: Readonly<Record<string, readonly [tone: string, title: string]>> = {
  authentic: ['good', 'Authentic: issued here and unchanged'],
  altered: ['critical', 'Altered or incomplete: not the file that was issued'],
  unknown: ['medium', unknownTitle],
};

const seals: Readonly<Record<string, string>> = {
  untrusted_signer: 'The file is unchanged since it was signed, but not by this service.',
  altered: 'The file was changed after it was signed, or it is incomplete: download it again.',
  not_sealed: 'The file is not a signed report.',
};

/** What the checks are called; a name that is not here stands as it came. */
const checkTitles: Readonly<Record<string, string>> = {
  structure: 'File structure',
  coverage: 'Signed range',
  container: 'Signature container',
  digest: 'Digest',
  signature: 'Signature',
  signer: 'Signer',
  validity: 'Certificate validity',
  'time-stamp': 'Time stamp',
  certification: 'Allowed changes',
  content: 'Attached data',
  register: 'Register entry',
};

function make(tag: string, text: string, parent: HTMLElement, className = ''): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  parent.append(element);
  return element;
}

const when = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const exactTime = /\b(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d.]+Z/gu;
const digest = /([0-9a-f]{40,})/u;

/** A text whose times are as elsewhere on the page, and whose digests can be compared character by character. */
function makeDetail(tag: string, text: string, parent: HTMLElement): void {
  const element = make(tag, '', parent);
  for (const [index, part] of text.replaceAll(exactTime, '$1 $2 UTC').split(digest).entries())
    if (part !== '') make('span', part, element, index % 2 === 1 ? 'mono' : '');
}

/** Sends a file to the service and shows its answer, all of it as text. */
export class VerifyFile extends HTMLElement {
  #latest = 0;

  connectedCallback(): void {
    const input = this.querySelector('input');
    const drop = this.querySelector('.drop');
    input?.addEventListener('change', () => {
      const file = input.files?.[0];
      if (file !== undefined) void this.#verify(file);
      // The same file can be chosen once more, after it was changed.
      input.value = '';
    });
    // What falls beside the field would replace the page.
    for (const kind of ['dragenter', 'dragover', 'dragleave', 'drop']) {
      document.addEventListener(kind, (event) => {
        event.preventDefault();
        drop?.classList.toggle('over', kind === 'dragenter' || kind === 'dragover');
      });
    }
    document.addEventListener('drop', (event) => {
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) void this.#verify(file);
    });
  }

  #show(tone: string, title: string): HTMLElement {
    const answer = this.querySelector<HTMLElement>('[data-answer]') ?? this;
    answer.replaceChildren();
    const box = make('section', '', answer, `answer ${tone}`);
    make('h2', title, box);
    return box;
  }

  async #verify(file: File): Promise<void> {
    this.#latest += 1;
    const turn = this.#latest;
    if (file.size > maxBytes) {
      make('p', 'The file is too large for a report of this service.', this.#show('medium', unknownTitle));
      return;
    }
    this.#show('', `Verifying ${file.name} …`);
    const type = file.name.endsWith('.json') ? 'application/json' : 'application/pdf';
    try {
      const url = `${document.documentElement.dataset['base'] ?? ''}/api/verify`;
      const reply = await fetch(url, { method: 'POST', body: file, headers: { 'content-type': type } });
      const found: unknown = await reply.json();
      if (turn === this.#latest && isRecord(found)) this.#answer(found, reply.ok);
    } catch {
      if (turn === this.#latest)
        this.#show('critical', 'Upload failed: the file is no longer readable, or the service is unreachable');
    }
  }

  #answer(found: Record<string, unknown>, isAnswered: boolean): void {
    if (!isAnswered) {
      const box = this.#show('critical', 'The file could not be verified');
      make('p', textOf(found['detail']) || textOf(found['title']), box);
      return;
    }
    const verdict = textOf(found['verdict']);
    const [tone, title] = verdicts[verdict] ?? ['medium', unknownTitle];
    const isForeign = verdict === 'unknown' && found['seal'] === 'untrusted_signer';
    const box = this.#show(tone, isForeign ? foreignTitle : title);
    const about =
      verdict === 'altered' ? seals[verdict] : verdict === 'unknown' ? seals[textOf(found['seal'])] : undefined;
    if (about !== undefined) make('p', about, box);
    if (isRecord(found['report'])) this.#report(found, found['report'], verdict, box);
    const checks = make('ul', '', box);
    for (const check of Array.isArray(found['checks']) ? found['checks'] : []) {
      if (!isRecord(check)) continue;
      const passed = check['passed'];
      const item = make('li', '', checks, passed === true ? 'good' : passed === false ? 'critical' : '');
      make('span', passed === true ? '✓' : passed === false ? '✗' : '–', item);
      const name = textOf(check['name']);
      make('strong', checkTitles[name] ?? name, item);
      makeDetail('span', textOf(check['detail']), item);
    }
  }

  #report(found: Record<string, unknown>, report: Record<string, unknown>, verdict: string, box: HTMLElement): void {
    if (verdict === 'altered') make('p', 'It refers to this report, which was issued here:', box);
    const list = make('dl', '', box);
    const row = (name: string, value: string): void => {
      make('dt', name, list);
      makeDetail('dd', value, list);
    };
    row('Domain', textOf(report['listedAs']));
    row('Measured', when(numberOf(report['completedAt'])));
    row('Result', `${numberOf(report['score'])} of 100, grade ${textOf(report['grade'])}`);
    row('Audit', textOf(report['id']));
    const { timeStamp, registerEntry } = found;
    if (verdict === 'authentic' && typeof report['sealedAt'] === 'number') row('Signed', when(report['sealedAt']));
    if (verdict === 'authentic' && isRecord(timeStamp))
      row('Time stamp', `${when(numberOf(timeStamp['at']))} by ${textOf(timeStamp['authority'])}`);
    if (isRecord(registerEntry))
      row('Register', `entry ${textOf(registerEntry['sequence'])}, ${textOf(registerEntry['entry'])}`);
  }
}
