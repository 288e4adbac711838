/** A release of a distribution whose security fixes ended, by the OpenSSH that it has. */
export interface EndedRelease {
  /** The mark in the comment of the identification. */
  mark: RegExp;
  /** Versions of OpenSSH from the first one up to, and without, the second one. */
  from: string;
  below: string;
  name: string;
  since: string;
}

/** By the distributions' own pages, of this day. Only releases count whose free support ended a year ago or more. */
export const endedReleasesDate = '2026-11-27';

/** The first row that fits counts. */
export const endedReleases: readonly EndedRelease[] = [
  { mark: /Ubuntu/, from: '0', below: '7.2', name: 'Ubuntu 14.04 or older', since: '2019-04-30' },
  { mark: /Ubuntu/, from: '7.2', below: '7.6', name: 'Ubuntu 16.04', since: '2021-04-30' },
  { mark: /Ubuntu/, from: '7.6', below: '8.2', name: 'Ubuntu 18.04', since: '2023-05-31' },
  { mark: /Ubuntu/, from: '8.2', below: '8.9', name: 'Ubuntu 20.04', since: '2025-05-31' },
  { mark: /Ubuntu/, from: '9.0', below: '9.1', name: 'Ubuntu 23.04', since: '2024-01-25' },
  { mark: /Ubuntu/, from: '9.3', below: '9.4', name: 'Ubuntu 23.10', since: '2024-07-11' },
  { mark: /Ubuntu/, from: '9.7', below: '9.8', name: 'Ubuntu 24.10', since: '2025-07-10' },
  // Backports have the OpenSSH of a later release and the mark of their own.
  { mark: /\+deb[1-8]u|~bpo[78]\+/, from: '0', below: '99', name: 'Debian 8 or older', since: '2020-06-30' },
  { mark: /\+deb9u|~bpo9\+/, from: '0', below: '99', name: 'Debian 9', since: '2022-06-30' },
  { mark: /\+deb10u|~bpo10\+/, from: '0', below: '99', name: 'Debian 10', since: '2024-06-30' },
  { mark: /\+deb\d|~bpo\d/, from: '99', below: '0', name: '', since: '' },
  { mark: /Debian|Raspbian/, from: '0', below: '7.4', name: 'Debian 8 or older', since: '2020-06-30' },
  { mark: /Debian|Raspbian/, from: '7.4', below: '7.9', name: 'Debian 9', since: '2022-06-30' },
  { mark: /Debian|Raspbian/, from: '7.9', below: '8.4', name: 'Debian 10', since: '2024-06-30' },
  // Red Hat names no package: 5.3 and 6.6 to 7.4 were its releases 6 and 7, 8.0 and later are maintained.
  { mark: /^$/, from: '0', below: '8.0', name: 'Red Hat Enterprise Linux 7 or older', since: '2024-06-30' },
];
