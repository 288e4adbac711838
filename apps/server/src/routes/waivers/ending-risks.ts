import type { Identity } from '../../identity/identity.ts';
import { again } from '../../jobs/again.ts';
import { type EndingRisk, forgetAnnounced, takeEndingWaivers } from '../../repositories/sharing/ending-waivers.ts';
import { endingRisksMessage } from '../../mail/messages.ts';

const everyMs = 60 * 60_000;

/** What the end of accepted risks is announced with. */
export type AnnouncingParts = Pick<Identity, 'db' | 'nowMs' | 'mailer' | 'linkOrigin'>;

/** Tells accounts once which of their accepted risks end within 14 days; how many messages were sent. */
export async function announceEndings({ db, nowMs, mailer, linkOrigin }: AnnouncingParts): Promise<number> {
  const now = nowMs();
  const risks = await takeEndingWaivers(db, now);
  const byAddress = Map.groupBy(risks, ({ email }) => email);
  const told = await Promise.allSettled(
    [...byAddress].map(async ([email, own]: [string, EndingRisk[]]) => {
      try {
        await mailer.send(endingRisksMessage(email, linkOrigin(), own, now));
      } catch (error) {
        // The next hour tries again.
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

/** Looks every hour. Without a mail server nothing is announced: pages and the API say what ends. */
export const startAnnouncing = (parts: AnnouncingParts, log: Parameters<typeof again>[1]): ReturnType<typeof again> =>
  again(everyMs, log, 'Telling of accepted risks that end', async () =>
    parts.mailer.delivers ? announceEndings(parts) : 0,
  );
