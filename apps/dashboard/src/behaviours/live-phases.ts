import { counted } from '@perimeter/contract/text/counted';
import { numberOf, textOf } from './json.ts';

const classes: Readonly<Record<string, string>> = { waiting: 'wait', running: 'now', finished: 'done' };

const duration = (ms: number): string => (ms < 10_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 1_000)} s`);

/** The words of the server's rail. */
function foundBy({ findings, checksJudged, checksInconclusive }: Record<string, unknown>): string {
  if (typeof findings === 'number' && findings > 0) return counted(findings, 'finding');
  if (typeof findings !== 'number' || typeof checksJudged !== 'number') return 'Finished';
  if (checksJudged > 0) return 'No findings';
  return numberOf(checksInconclusive) > 0 ? 'Could not be checked' : 'Not applicable';
}

function aboutOf(phase: Record<string, unknown>): string {
  const { state, elapsedMs } = phase;
  if (state !== 'finished') return state === 'running' ? 'Running' : 'Waiting';
  const found = foundBy(phase);
  return typeof elapsedMs === 'number' ? `${found}, after ${duration(elapsedMs)}` : found;
}

/** Shows how far each phase has come. */
export function showRail(root: HTMLElement, phases: readonly Record<string, unknown>[]): void {
  for (const phase of phases) {
    const item = root.querySelector(`[data-phase="${CSS.escape(textOf(phase['phase']))}"]`);
    const about = item?.querySelector('[data-about]');
    if (item === null || about === null || about === undefined) continue;
    item.className = classes[textOf(phase['state'])] ?? 'wait';
    const text = aboutOf(phase);
    if (about.textContent !== text) about.textContent = text;
  }
}

/** The title of the phase under way: the given one or, where that has finished, the first that has not. */
export function phaseTitle(root: HTMLElement, phase: string): string {
  const current = root.querySelector(`[data-phase="${CSS.escape(phase)}"]`);
  const shown = current?.className === 'done' ? root.querySelector('[data-phase]:not(.done)') : current;
  return shown?.querySelector('h3')?.textContent ?? phase;
}

/** One finding as the server draws it. */
function itemOf(root: HTMLElement, finding: Record<string, unknown>): HTMLElement {
  const severity = textOf(finding['severity']);
  const item = document.createElement('li');
  const mark = document.createElement('span');
  const text = document.createElement('span');
  const title = document.createElement('b');
  const about = document.createElement('span');
  const score = document.createElement('span');
  item.className = severity;
  mark.className = `sev ${severity}`;
  const shape = root.querySelector<HTMLTemplateElement>(`template[data-shape="${CSS.escape(severity)}"]`);
  if (shape !== null) mark.append(shape.content.cloneNode(true));
  const word = document.createElement('span');
  word.className = 'hidden-visually';
  word.textContent = severity;
  mark.append(word);
  title.textContent = textOf(finding['title']);
  about.className = 'quiet small mono';
  about.textContent = textOf(finding['checkId']);
  text.append(title, document.createElement('br'), about);
  score.className = `score num ${severity}`;
  score.textContent = numberOf(finding['cvss']).toFixed(1);
  item.append(mark, text, score);
  return item;
}

/** Adds findings to the list at the places of their scores, worst first. */
export function addFindings(root: HTMLElement, findings: readonly Record<string, unknown>[]): void {
  const list = root.querySelector('[data-found]');
  if (list === null) return;
  for (const finding of findings) {
    const cvss = numberOf(finding['cvss']);
    const after = [...list.children].find((one) => Number(one.lastElementChild?.textContent) < cvss) ?? null;
    list.insertBefore(itemOf(root, finding), after);
  }
}
