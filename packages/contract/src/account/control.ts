import { z } from 'zod';

/** How long a proof counts after it was last found; an existing proof is found again every day. */
export const controlDays = 14;
/** How many domains an account may claim. */
export const mostControls = 100;

/** asked: never proved; held: proved; lapsed: the proof has not been there for longer than it holds. */
export const controlState = z.enum(['asked', 'held', 'lapsed']);
export type ControlState = z.infer<typeof controlState>;

/** A domain that an account claims to control, and what proves it. */
export const control = z
  .object({
    domain: z.string(),
    state: controlState.describe(
      `held: the proof was found within ${controlDays} days; lapsed: it was found before, and is no longer there`,
    ),
    token: z.string().describe('the value to publish: it proves this domain for this account alone, and is no secret'),
    record: z.string().describe('name of the TXT record'),
    file: z.string().describe('URL of the file, one value a line'),
    how: z
      .enum(['dns', 'file'])
      .nullable()
      .describe('where it was found last: a record proves the names below the domain too, a file the domain alone'),
    provedAt: z.int().nullable().describe('epoch milliseconds; when it was found last'),
    checkedAt: z.int().nullable().describe('epoch milliseconds; when it was looked for last'),
    lapsesAt: z.int().nullable().describe('epoch milliseconds; when control ends unless the proof is found again'),
    badge: z.string().nullable().describe('URL of the badge; null: none was made'),
  })
  .meta({ id: 'Control' });
export type Control = z.infer<typeof control>;

/** Answer of GET /api/controls. */
export const controlList = z.object({ controls: z.array(control) }).meta({ id: 'ControlList' });
