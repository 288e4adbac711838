import { isField } from './finding-filter.ts';

const findings = (): HTMLDetailsElement[] => [
  ...document.querySelectorAll<HTMLDetailsElement>('.finding:not([hidden])'),
];

/** The finding that has the focus, by its place; -1 for none. */
const currentOf = (all: readonly HTMLDetailsElement[]): number =>
  all.findIndex((one) => one.contains(document.activeElement));

function step(by: 1 | -1): void {
  const all = findings();
  const at = currentOf(all);
  const next = all[at === -1 ? (by === 1 ? 0 : all.length - 1) : at + by];
  next?.querySelector('summary')?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function toggle(): void {
  const all = findings();
  const one = all[currentOf(all)];
  if (one !== undefined) one.open = !one.open;
}

const focusOn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

const actions: Readonly<Record<string, () => void>> = {
  '/': () => focusOn('#domain, .quick input'),
  f: () => focusOn('.toolbar input[type="search"]'),
  j: () => step(1),
  k: () => step(-1),
  o: toggle,
};

/** Single keys for what is done again and again; never in fields, and not with other keys held. */
export function startShortcuts(): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}
