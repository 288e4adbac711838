import { z } from 'zod';
import { plan } from './plan.ts';
import { givenPassword, newPassword } from './password.ts';
import { shownFactor } from './second-factor.ts';

/** An e-mail address; letters have no case here (RFC 5321 section 4.5.3.1.3 bounds its length). */
export const emailAddress = z.email('Enter an e-mail address, such as you@example.com').max(254).toLowerCase();

/** An account as its holder sees it. */
export const account = z
  .object({
    id: z.uuid(),
    email: z.string(),
    plan,
    isAdmin: z.boolean().describe('Whether the account may disable and enable other accounts'),
    isConfirmed: z.boolean().describe('false: its e-mail address has to be confirmed before audits and API keys'),
    createdAt: z.int().describe('epoch milliseconds'),
    deletesAt: z
      .int()
      .nullable()
      .describe('When the account is deleted, epoch milliseconds; until then it can be kept. null: it stays'),
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof account>;

/** An account as its holder reads and changes it. */
export const accountDetails = account
  .extend({
    pendingEmail: z.string().nullable().describe('New e-mail address that is not confirmed yet'),
    privateByDefault: z.boolean().describe('Whether audits are private if their start does not say'),
  })
  .meta({ id: 'AccountDetails' });
export type AccountDetails = z.infer<typeof accountDetails>;

/** An account as an administrator sees it. */
export const administeredAccount = account
  .extend({ disabledAt: z.int().nullable().describe('epoch milliseconds; null: not disabled') })
  .meta({ id: 'AdministeredAccount' });

/** Body of POST /api/accounts/disable and /api/accounts/enable. */
export const namedAccountBody = z.strictObject({ email: emailAddress });

/** Body of POST /api/account. */
export const signUpBody = z.strictObject({
  email: emailAddress,
  password: newPassword,
  invitation: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe(
      'From the link of an invitation to a team: the account of that address joins it, also where sign-up is disabled',
    ),
  setupToken: z
    .string()
    .max(128)
    .optional()
    .describe(
      'For the first account, which becomes an administrator: the service prints it at start if there is no account',
    ),
});

/** Body of PATCH /api/account: members that are left out stay unchanged. */
export const changeAccountBody = z.strictObject({
  currentPassword: givenPassword,
  email: emailAddress.optional(),
  newPassword: newPassword.optional(),
  ...shownFactor,
});

/** Body of PATCH /api/account/settings. */
export const accountSettingsBody = z.strictObject({
  privateByDefault: z.boolean().describe('Whether audits are private if their start does not say'),
});

/** Body of POST /api/account/email/confirm. */
export const confirmEmailBody = z.strictObject({
  token: z
    .string()
    .min(1)
    .max(128)
    .describe('From the link in the message; valid once, for an hour, after sign-up for a day'),
});

/** Answer of DELETE /api/account. */
export const accountDeletion = z
  .object({ deletesAt: z.int().describe('epoch milliseconds; until then the account can be kept') })
  .meta({ id: 'AccountDeletion' });

/** Body of DELETE /api/account. */
export const deleteAccountBody = z.strictObject({ currentPassword: givenPassword, ...shownFactor });

/** Body of POST /api/account/password-reset. */
export const requestResetBody = z.strictObject({ email: emailAddress });

/** Body of POST /api/account/password-reset/confirm. */
export const confirmResetBody = z.strictObject({
  token: z.string().min(1).max(128).describe('From the link in the message; valid once, for 30 minutes'),
  newPassword,
});
