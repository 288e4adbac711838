import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** The lab's own folder. */
export const labFolder = fileURLToPath(new URL('../..', import.meta.url));

/** What is made once and kept between starts; git ignores it. */
export const cacheFolder = join(labFolder, '.cache');

/** Old Node binaries, for the OpenSSL inside them. */
export const legacyNodeFolder = join(cacheFolder, 'legacy-node');

/** What Node has compiled of the lab's own modules. */
export const compileCacheFolder = join(cacheFolder, 'compiled');

/** Configuration, logs and sockets of a running lab: a separate tmpfs in each lab's mount namespace. */
export const runFolder = join(cacheFolder, 'run');

/** One file per running lab, by the process id that a second terminal enters. */
export const runningFolder = join(cacheFolder, 'running');
