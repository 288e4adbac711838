import { daysUntil } from '@perimeter/contract/waiver/waiver';
import { safeText } from '@perimeter/report/safe-text';
import type { EndingRisk } from '../repositories/sharing/ending-waivers.ts';
import type { Message } from './mailer.ts';

/** The link that resets a forgotten password. The token is in the fragment, which browsers do not send to servers. */
export const resetMessage = (to: string, origin: string, token: string): Message => ({
  to,
  subject: 'Set a new password',
  text: [
    'A new password was requested for your Perimeter account. To set it, open this link within 30 minutes:',
    `${origin}/reset-password#token=${token}`,
    'The link works once. If you did not request it, ignore this message: your password stays unchanged.',
  ].join('\n\n'),
});

/** The link that confirms the address of a new account, sent to it. */
export const welcomeMessage = (to: string, origin: string, token: string): Message => ({
  to,
  subject: 'Confirm your e-mail address',
  text: [
    'Someone signed up at Perimeter with this e-mail address. To confirm it, open this link within 24 hours:',
    `${origin}/confirm-email#token=${token}`,
    'The link works once. If it was not you, ignore this message: without it the account starts no audits, and it is deleted after 7 days.',
  ].join('\n\n'),
});

/** The link that confirms a new address, sent to it. */
export const confirmEmailMessage = (to: string, origin: string, token: string): Message => ({
  to,
  subject: 'Confirm your new e-mail address',
  text: [
    'A Perimeter account is about to use this e-mail address. To confirm it, open this link within an hour:',
    `${origin}/confirm-email#token=${token}`,
    'The link works once. If you did not request it, ignore this message: nothing changes.',
  ].join('\n\n'),
});

/** Informs the holder of an address that someone tried to use it. */
export const emailWantedMessage = (to: string): Message => ({
  to,
  subject: 'Someone wanted to use your e-mail address',
  text: [
    'Someone with another Perimeter account asked to use this e-mail address. It belongs to your account, so nothing changed.',
    'You do not have to do anything. If it was you, sign in with this address instead.',
  ].join('\n\n'),
});

/** Informs the current address of an account that a new one was requested. */
export const emailRequestedMessage = (to: string): Message => ({
  to,
  subject: 'A new e-mail address was requested',
  text: [
    'Someone who knows your password requested a new e-mail address for your Perimeter account.',
    'The account uses the new address once it is confirmed. If you did not request it, set a new password now: this cancels the change.',
  ].join('\n\n'),
});

/** Informs the holder of an account about its scheduled deletion, and how to cancel it. */
export const leavingMessage = (to: string, origin: string, day: string): Message => ({
  to,
  subject: `Your account will be deleted on ${day}`,
  text: [
    `The deletion of your Perimeter account was requested. On ${day} it goes with its audits and reports. To keep it, log in before and choose "Keep my account":`,
    `${origin}/sign-in?next=/settings/account`,
    'If you did not request it, log in now, keep the account and set a new password.',
  ].join('\n\n'),
});

/** The link by which the holder of an address joins a team. */
export const invitationMessage = (
  to: string,
  { url, team, days }: { url: string; team: string; days: number },
): Message => ({
  to,
  subject: 'You are invited to a team',
  text: [
    `You are invited to the team ${JSON.stringify(team)} at Perimeter. To join it, open this link within ${days === 1 ? 'a day' : `${days} days`}:`,
    url,
    'The link works once, with this e-mail address. If you did not expect it, ignore this message: nothing changes.',
  ].join('\n\n'),
});

/** Informs the holder of an account about a change of it. */
export const changedMessage = (to: string, what: 'password' | 'e-mail address' | 'second factor'): Message => ({
  to,
  subject: `Your ${what} was changed`,
  text: [
    `The ${what} of your Perimeter account was changed.`,
    'If you did not change it, set a new password now, end all sessions and revoke all unknown API keys.',
  ].join('\n\n'),
});

/** A reason or name as a single line of a message. */
const inLine = (text: string): string => safeText(text.replaceAll(/\s+/gu, ' ').trim());

/** Informs an account which accepted risks end soon, the earliest first. */
export function endingRisksMessage(to: string, origin: string, risks: readonly EndingRisk[], nowMs: number): Message {
  const [first] = risks;
  const isOne = risks.length === 1;
  const days = first === undefined ? 0 : daysUntil(first.expires, nowMs);
  const inDays = days === 1 ? 'tomorrow' : `in ${days} days`;
  return {
    to,
    subject: isOne ? `An accepted risk ends ${inDays}` : `${risks.length} accepted risks end soon`,
    text: [
      `From ${isOne ? 'this day' : 'these days'} (UTC) on, the findings count again:`,
      risks
        .map(
          ({ domain, checkId, reason, expires }) =>
            `${expires}  ${inLine(domain)}  ${checkId ?? 'one finding'}\n            ${inLine(reason)}`,
        )
        .join('\n'),
      `To set another day, or to end ${isOne ? 'it' : 'them'}: ${origin}/settings/accepted`,
    ].join('\n\n'),
  };
}
