import { store, stored } from './stored.ts';

const key = 'perimeter-stack';

/** Opens the example for the server that the reader chose last. */
export class StackMemory extends HTMLElement {
  connectedCallback(): void {
    const tabs = [...this.querySelectorAll('details')];
    const last = stored(key);
    const known = tabs.find((tab) => tab.dataset['stack'] === last);
    if (known !== undefined && !known.open) known.open = true;
    for (const tab of tabs) {
      tab.querySelector('summary')?.addEventListener('click', () => {
        if (!tab.open) store(key, tab.dataset['stack'] ?? '');
      });
    }
  }
}
