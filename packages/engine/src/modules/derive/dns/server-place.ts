import { digLines } from '../../../catalogue/dig.ts';
import type { Location } from '../../../catalogue/outcome.ts';
import type { ZoneServer } from '../../../evidence/zone/schema.ts';

/** Location of a finding about one address. */
export const serverPlace = ({ names, address }: ZoneServer): { location: Location; subject: string } => ({
  location: { host: names[0] ?? address, port: 53, address },
  subject: address,
});

/** `dig` for one query to one server. */
export const askLine = ({ address }: ZoneServer, type: string, name: string, ...options: string[]): string | null =>
  digLines([type, name, ...options, `@${address}`]);
