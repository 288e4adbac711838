/**
 * Horizontally scrolling content is focusable and scrollable by keyboard (WCAG 2.2, success criterion 2.1.1); the label
 * is our own text.
 */
export const scrolling = (label: string, html: string): string =>
  `<div class="scroll" role="group" aria-label="${label}" tabindex="0">${html}</div>`;

/** A row of cells in HTML. */
export const row = (...cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

/** A table of rows in HTML. */
export const table = (label: string, heads: readonly string[], rows: readonly string[]): string =>
  scrolling(
    label,
    `<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`,
  );
