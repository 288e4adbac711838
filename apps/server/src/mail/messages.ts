import type { Message } from './mailer.ts';

/** The link that sets a forgotten password. The token is behind #, which browsers keep to themselves. */
export const resetMessage = (to: string, origin: string, token: string): Message => ({
  to,
  subject: 'Set a new password',
  text: [
    'Somebody asked to set a new password for your Perimeter account. If it was you, open this link within 30 minutes:',
    `${origin}/reset-password#token=${token}`,
    'It works once. If it was not you, there is nothing to do: your password stays as it is.',
  ].join('\n\n'),
});

/** Tells the holder of an account what has just been done to it. */
export const changedMessage = (to: string, what: 'password' | 'e-mail address'): Message => ({
  to,
  subject: `Your ${what} was changed`,
  text: [
    `The ${what} of your Perimeter account was changed just now.`,
    'If it was not you, set a new password at once, end all sessions and revoke the keys that you do not know.',
  ].join('\n\n'),
});
