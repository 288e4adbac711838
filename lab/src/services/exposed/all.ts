import type { Service, Skipped } from '../service.ts';
import { daemonService } from './daemon.ts';
import { desktopDaemons } from './desktops.ts';
import { loginDaemons } from './logins.ts';
import { storeDaemons } from './stores.ts';
import { systemDaemons } from './systems.ts';

/** The daemons of other projects behind the exposed hosts. */
export const exposedDaemons = (): readonly (Service | Skipped)[] =>
  [...storeDaemons, ...loginDaemons, ...systemDaemons, ...desktopDaemons].map(daemonService);
