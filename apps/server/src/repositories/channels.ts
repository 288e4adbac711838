import type pg from 'pg';

/** What processes tell each other besides changes of audits and of credentials. */
export const otherChannels = ['polls_recalled', 'polls_released', 'opt_outs_changed'] as const;
export type OtherChannel = (typeof otherChannels)[number];

type Client = Pick<pg.Client, 'query'>;

/** Listens on channels; their names are ours and need no quoting. */
export async function listenOn(client: Client, channels: readonly string[]): Promise<void> {
  for (const channel of channels) await client.query(`listen ${channel}`);
}

/** Rejects where the connection is dead. */
export async function pulse(client: Client): Promise<void> {
  await client.query('select 1');
}
