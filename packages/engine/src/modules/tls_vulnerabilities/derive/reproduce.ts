import { type CommandTarget, reproduceLine } from '../../../catalogue/reproduce.ts';

/** One of tlsfuzzer's conversations, from its checkout: it sends the same malformed records. */
export const tlsfuzzerLine = (target: CommandTarget, script: string): string | null =>
  reproduceLine(`PYTHONPATH=. python3 scripts/${script} -h ${target.address} -p ${target.port}`, target);
