import { isField } from './finding-filter.ts';
import { store, stored } from './stored.ts';

/** What keys go through: the issues of a report, or the audits of a list. */
const items = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('.finding:not([hidden]), .audits > li:has(a)'),
];

/** The item that has the focus; undefined for none. */
const current = (): HTMLElement | undefined => items().find((one) => one.contains(document.activeElement));

function step(by: 1 | -1): void {
  const all = items();
  const at = all.findIndex((one) => one === current());
  const next = all[at === -1 ? (by === 1 ? 0 : all.length - 1) : at + by];
  next?.querySelector<HTMLElement>('summary, a')?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function open(): void {
  const item = current();
  if (item instanceof HTMLDetailsElement) item.open = !item.open;
  else item?.querySelector('a')?.click();
}

const focusOn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

const help = (): HTMLElement | null => document.getElementById('keys-help');

function say(text: string): void {
  const place = document.querySelector('[data-said]');
  if (place === null) return;
  // Emptied first: the same words a second time are said again.
  place.textContent = '';
  requestAnimationFrame(() => (place.textContent = text));
}

/** Copies the address of the issue or audit that has the focus, else of the page. */
function copyLink(): void {
  const item = current();
  const path = item === undefined || item.id !== '' ? location.pathname : item.querySelector('a')?.pathname;
  const anchor = item === undefined || item.id === '' ? '' : `#${item.id}`;
  const address = `${location.origin}${path ?? ''}${anchor}`;
  void navigator.clipboard?.writeText(address).then(
    () => say('Link copied'),
    () => say('The link was not copied'),
  );
}

function select(): void {
  const box = current()?.querySelector<HTMLInputElement>('input[type="checkbox"]:enabled');
  if (box === null || box === undefined) return;
  box.click();
  say(box.checked ? 'Selected' : 'Not selected');
}

const actions: Readonly<Record<string, () => void>> = {
  '/': () => focusOn('#domain, .quick input'),
  f: () => focusOn('.toolbar input[type="search"]'),
  j: () => step(1),
  k: () => step(-1),
  o: open,
  c: copyLink,
  x: select,
};

const key = 'perimeter-keys';

/** Whether single keys act (WCAG 2.2, 2.1.4): the box in their list switches them off. */
function followSwitch(): () => boolean {
  const box = help()?.querySelector('input');
  if (box === null || box === undefined) return () => stored(key) !== 'off';
  box.checked = stored(key) !== 'off';
  box.addEventListener('change', () => store(key, box.checked ? 'on' : 'off'));
  return () => box.checked;
}

/** Single keys for what is done again and again; never in fields, and not with other keys held. */
export function startShortcuts(): void {
  const isOn = followSwitch();
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target) || !isOn()) return;
    const action = event.key === '?' ? () => help()?.togglePopover() : actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}
