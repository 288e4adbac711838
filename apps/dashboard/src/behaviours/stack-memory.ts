const key = 'perimeter-stack';

function remembered(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(name: string): void {
  try {
    localStorage.setItem(key, name);
  } catch {
    // Some browsers keep nothing: the choice then holds for this page.
  }
}

/** Opens the example for the server that the reader chose last. */
export class StackMemory extends HTMLElement {
  connectedCallback(): void {
    const tabs = [...this.querySelectorAll('details')];
    const last = remembered();
    const known = tabs.find((tab) => tab.dataset['stack'] === last);
    if (known !== undefined && !known.open) known.open = true;
    for (const tab of tabs) {
      tab.querySelector('summary')?.addEventListener('click', () => {
        if (!tab.open) remember(tab.dataset['stack'] ?? '');
      });
    }
  }
}
