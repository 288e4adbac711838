/** Style of the page that verifies; light and dark. */
export const style = `
:root { color-scheme: light dark; --ground: #fff; --raised: #f6f7f9; --line: #c9d0d8; --text: #16191d; --quiet: #5b6470; --good: #1a7f47; --bad: #c0271f; --fair: #8a6100; --link: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --ground: #101418; --raised: #181d23; --line: #3a444e; --text: #e8ebee; --quiet: #9ba6b2; --good: #4cc38a; --bad: #ff7b72; --fair: #e0b040; --link: #79b8ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 17px/1.55 system-ui, "Segoe UI", Roboto, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; } h2 { font-size: 1.3rem; margin: 0 0 .6rem; }
a { color: var(--link); } .quiet { color: var(--quiet); font-size: .9rem; } code { font: .9em ui-monospace, Consolas, monospace; overflow-wrap: anywhere; }
#drop { display: grid; place-content: center; place-items: center; gap: .2rem; min-height: 11rem; margin: 1.5rem 0; border: 2px dashed var(--line); border-radius: .9rem; background: var(--raised); cursor: pointer; text-align: center; }
#drop span { color: var(--link); text-decoration: underline; } #drop.over { border-color: var(--link); }
#drop:focus-within { outline: 3px solid var(--link); outline-offset: 2px; }
#drop input { position: absolute; opacity: 0; width: 1px; height: 1px; }
.answer { border: 1px solid var(--line); border-left: .4rem solid currentColor; border-radius: .6rem; padding: 1rem 1.25rem; margin: 1rem 0; }
.answer > * { color: var(--text); } .answer h2 { color: inherit; } .good { color: var(--good); } .bad { color: var(--bad); } .fair { color: var(--fair); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .5rem 0; } dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
ul { list-style: none; padding: 0; margin: .8rem 0 0; } li { display: grid; grid-template-columns: 1.4rem 7.5rem 1fr; gap: .4rem; padding: .3rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; font-size: .95rem; }
@media (max-width: 34rem) { li { grid-template-columns: 1.4rem 1fr; } li span:last-child { grid-column: 2; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }
`;

/** Sends the file to the service and shows its answer, all of it as text. */
export const script = `
const drop = document.getElementById('drop'), input = document.getElementById('file'), answer = document.getElementById('answer');
const words = { authentic: ['good', 'Authentic: issued here and unchanged'], altered: ['bad', 'Altered: the file was changed after it was issued'], unknown: ['fair', 'Unknown: not a report of this service'] };
const seals = { untrusted_signer: 'The file is unchanged since it was signed, but not by this service.', altered: 'The file was changed after it was signed.', not_sealed: 'The file is not a signed report.' };
const make = (tag, text, parent, name) => { const e = document.createElement(tag); if (text !== null) e.textContent = text; if (name) e.className = name; parent.append(e); return e; };
const when = (ms) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ') + ' UTC';
const show = (tone, title) => { answer.replaceChildren(); const box = make('section', null, answer, 'answer ' + tone); make('h2', title, box); return box; };
const maxBytes = 16 * 1024 * 1024;
let latest = 0;
async function verify(file) {
  const turn = ++latest;
  const shown = (tone, title) => turn === latest ? show(tone, title) : make('div', null, document.createElement('div'));
  if (file.size > maxBytes) { make('p', 'The file is too large for a report of this service.', show('fair', 'Unknown: not a report of this service')); return; }
  show('', 'Checking ' + file.name + ' …');
  try {
    const reply = await fetch('/api/verify', { method: 'POST', body: file, headers: { 'content-type': file.name.endsWith('.json') ? 'application/json' : 'application/pdf' } });
    const found = await reply.json();
    if (!reply.ok) { make('p', found.detail || found.title, shown('bad', 'The file could not be checked')); return; }
    const box = shown(...words[found.verdict]);
    if (found.verdict === 'unknown' && seals[found.seal]) make('p', seals[found.seal], box);
    if (found.report) {
      if (found.verdict === 'altered') make('p', 'The file refers to a report issued here. The original report:', box);
      const list = make('dl', null, box), row = (k, v) => { make('dt', k, list); make('dd', v, list); };
      row('Domain', found.report.domain); row('Measured', when(found.report.completedAt));
      row('Result', found.report.score + ' of 100, grade ' + found.report.grade); row('Audit', found.report.id);
      if (found.verdict === 'authentic' && found.report.sealedAt) row('Sealed', when(found.report.sealedAt));
      if (found.verdict === 'authentic' && found.timeStamp) row('Time stamp', when(found.timeStamp.at) + ' by ' + found.timeStamp.authority);
      if (found.registerEntry) row('Register', 'entry ' + found.registerEntry.sequence + ', ' + found.registerEntry.entry);
    }
    const checks = make('ul', null, box);
    for (const check of found.checks) {
      const item = make('li', null, checks);
      make('span', check.passed === true ? '✓' : check.passed === false ? '✗' : '–', item, check.passed === true ? 'good' : check.passed === false ? 'bad' : '');
      make('strong', check.name, item); make('span', check.detail, item);
    }
  } catch { shown('bad', 'Upload failed: the file is no longer readable, or the service is unreachable'); }
}
// The same file can be chosen once more, after it was changed.
input.addEventListener('change', () => { const [file] = input.files; if (file) verify(file); input.value = ''; });
// What falls beside the field would replace the page.
for (const kind of ['dragenter', 'dragover']) document.addEventListener(kind, (event) => { event.preventDefault(); drop.classList.add('over'); });
for (const kind of ['dragleave', 'drop']) document.addEventListener(kind, (event) => { event.preventDefault(); drop.classList.remove('over'); });
document.addEventListener('drop', (event) => { if (event.dataTransfer.files[0]) verify(event.dataTransfer.files[0]); });
`;
