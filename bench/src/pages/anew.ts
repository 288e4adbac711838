const severities = ['critical', 'high', 'medium', 'low'];

/** The whole report at an address of its own: naming severities again, here the digits of the turn, changes what is kept, not what is shown. */
export function anew(path: string, turn: number): string {
  const digits = [...turn.toString(severities.length)].map((digit) => severities[Number(digit)]);
  return `${path}?${[...severities, ...digits].map((severity) => `severity=${severity}`).join('&')}`;
}
