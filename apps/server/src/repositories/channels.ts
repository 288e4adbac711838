import type pg from 'pg';

/** Notification channels besides changes of audits and credentials. */
export const otherChannels = ['polls_recalled', 'polls_released', 'opt_outs_changed'] as const;
export type OtherChannel = (typeof otherChannels)[number];

type Client = Pick<pg.Client, 'query'>;

/** Listens on channels; their names are constants that need no quoting. */
export async function listenOn(client: Client, channels: readonly string[]): Promise<void> {
  for (const channel of channels) await client.query(`listen ${channel}`);
}

/** Rejects if the connection is dead. */
export async function pulse(client: Client): Promise<void> {
  await client.query('select 1');
}
