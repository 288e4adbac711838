const shownMs = 2_000;

/** A button that copies the text that it was given, and says so. */
export class CopyButton extends HTMLElement {
  connectedCallback(): void {
    const button = this.querySelector('button');
    const label = this.querySelector('span');
    const text = this.dataset['text'];
    if (button === null || label === null || text === undefined || navigator.clipboard === undefined) return;
    const before = label.textContent;
    this.hidden = false;
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(text).then(
        () => {
          label.textContent = 'Copied';
          button.dataset['done'] = '';
          setTimeout(() => {
            label.textContent = before;
            delete button.dataset['done'];
          }, shownMs);
        },
        () => (label.textContent = 'Not copied'),
      );
    });
  }
}
