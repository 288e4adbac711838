/** The Certificate Transparency logs of the lab. */
export type LogName = 'a' | 'a2' | 'b' | 'c' | 'retired' | 'retired-later' | 'retired-later-too' | 'unlisted';

/** What the lab's list of logs says of one. */
export interface LogRow {
  readonly description: string;
  readonly operator: string;
  /** Days from now of its retirement; usable without it. */
  readonly retiredDays?: number;
  readonly isListed?: false;
}

/** Certificates are logged an hour after their validity begins: five days ago unless the recipe differs. */
export const logRows: Readonly<Record<LogName, LogRow>> = {
  a: { description: 'Lab Log A', operator: 'Alpha' },
  a2: { description: 'Lab Log A2', operator: 'Alpha' },
  b: { description: 'Lab Log B', operator: 'Beta' },
  c: { description: 'Lab Log C', operator: 'Gamma' },
  retired: { description: 'Lab Log D', operator: 'Delta', retiredDays: -30 },
  'retired-later': { description: 'Lab Log E', operator: 'Epsilon', retiredDays: -2 },
  'retired-later-too': { description: 'Lab Log Z', operator: 'Zeta', retiredDays: -2 },
  unlisted: { description: 'Unlisted Log', operator: 'Nobody', isListed: false },
};
