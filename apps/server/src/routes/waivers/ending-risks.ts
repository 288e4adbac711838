import type { Identity } from '../../identity/identity.ts';
import { again } from '../../jobs/again.ts';
import { type EndingRisk, forgetAnnounced, takeEndingWaivers } from '../../repositories/sharing/ending-waivers.ts';
import { endingRisksMessage } from '../../mail/messages.ts';

const everyMs = 60 * 60_000;

/** What announcing the end of accepted risks needs. */
export type AnnouncingParts = Pick<Identity, 'db' | 'nowMs' | 'mailer' | 'linkOrigin'>;

/** Notifies accounts once of their accepted risks that end within 14 days; returns the number of messages. */
export async function announceEndings({ db, nowMs, mailer, linkOrigin }: AnnouncingParts): Promise<number> {
  const now = nowMs();
  const risks = await takeEndingWaivers(db, now);
  const byAddress = Map.groupBy(risks, ({ email }) => email);
  const told = await Promise.allSettled(
    [...byAddress].map(async ([email, own]: [string, EndingRisk[]]) => {
      try {
        await mailer.send(endingRisksMessage(email, linkOrigin(), own, now));
      } catch (error) {
        // Retried in the next hour.
        await forgetAnnounced(
          db,
          own.map(({ id }) => id),
        );
        throw error;
      }
    }),
  );
  for (const one of told) if (one.status === 'rejected') throw one.reason;
  return told.length;
}

/** Runs every hour. Without a mail server nothing is sent: pages and the API show what ends. */
export const startAnnouncing = (parts: AnnouncingParts, log: Parameters<typeof again>[1]): ReturnType<typeof again> =>
  again(everyMs, log, 'Telling of accepted risks that end', async () =>
    parts.mailer.delivers ? announceEndings(parts) : 0,
  );
