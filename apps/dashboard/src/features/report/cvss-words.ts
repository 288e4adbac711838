/** The metrics of a CVSS 4.0 vector (section 2) that a reader can use, with their values in words. */
const metrics: readonly (readonly [name: string, title: string, values: Readonly<Record<string, string>>])[] = [
  ['AV', 'From', { N: 'the network', A: 'the same network', L: 'the machine', P: 'physical access' }],
  ['AC', 'Complexity', { L: 'low', H: 'high' }],
  ['AT', 'Preconditions', { N: 'none', P: 'present' }],
  ['PR', 'Privileges', { N: 'none', L: 'low', H: 'high' }],
  ['UI', 'User action', { N: 'none', P: 'passive', A: 'active' }],
  ['VC', 'Confidentiality', { H: 'high', L: 'low', N: 'none' }],
  ['VI', 'Integrity', { H: 'high', L: 'low', N: 'none' }],
  ['VA', 'Availability', { H: 'high', L: 'low', N: 'none' }],
];

/** A CVSS 4.0 vector in words; impacts that there are none of are left out. */
export function cvssWords(vector: string): (readonly [title: string, value: string])[] {
  const given = new Map(vector.split('/').map((part) => [part.split(':')[0] ?? '', part.split(':')[1] ?? '']));
  return metrics.flatMap(([name, title, values]) => {
    const letter = given.get(name) ?? '';
    const isNoImpact = name.startsWith('V') && letter === 'N';
    const value = values[letter];
    return value === undefined || isNoImpact ? [] : [[title, value] as const];
  });
}
