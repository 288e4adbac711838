import type { Page } from 'playwright-core';

/** Fills fields by their labels, submits, and waits for a text. */
export const sent = (fields: Readonly<Record<string, string>>, then: string) => async (shown: Page) => {
  for (const [label, value] of Object.entries(fields))
    await shown.getByLabel(label, { exact: true }).first().fill(value);
  await shown.keyboard.press('Enter');
  await shown.getByText(then).first().waitFor();
};

/** Presses a button and waits for a text. */
export const clicked = (button: string, then: string) => async (shown: Page) => {
  await shown.getByRole('button', { name: button, exact: true }).first().click();
  await shown.getByText(then).first().waitFor();
};
