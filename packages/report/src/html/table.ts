/** What scrolls sideways can be reached and scrolled with the keyboard (WCAG 2.2, success criterion 2.1.1); the label is of our own making. */
export const scrolling = (label: string, html: string): string =>
  `<div class="scroll" role="group" aria-label="${label}" tabindex="0">${html}</div>`;

/** A row of cells that are HTML already. */
export const row = (...cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

/** A table of rows that are HTML already. */
export const table = (label: string, heads: readonly string[], rows: readonly string[]): string =>
  scrolling(
    label,
    `<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`,
  );
