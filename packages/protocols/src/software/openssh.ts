import { endedReleases, type EndedRelease } from './openssh.data.ts';

/** An OpenSSH that, by its identification, no distribution maintains any more. */
export interface OutdatedOpenSsh {
  version: string;
  /** A release of a distribution had that version, and its support ended. */
  release: EndedRelease;
}

/** Major and minor number; patch levels ("p1") do not count. */
const numberOf = (version: string): number => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1_000 + minor;
};

/** `OpenSSH_9.2p1 Debian-2+deb12u3`; that of Windows is maintained with the system, whatever its number. */
const form = /^OpenSSH_(\d{1,2}\.\d{1,2})[\w.]*(?: (.*))?$/;

/** The age of an OpenSSH by its identification: `text` is the part after `SSH-2.0-`. Null: maintained, unknown, or another product. */
export function outdatedOpenSsh(text: string): OutdatedOpenSsh | null {
  const [, version, comment = ''] = form.exec(text) ?? [];
  if (version === undefined) return null;
  const at = numberOf(version);
  const release = endedReleases.find(({ mark, from, below }) => {
    if (!mark.test(comment)) return false;
    // A row that no version fits ends the search: the mark names a release that is maintained.
    return numberOf(from) > numberOf(below) || (at >= numberOf(from) && at < numberOf(below));
  });
  return release === undefined || release.name === '' ? null : { version, release };
}
