/** A product whose versions below one get no security fixes from its makers any more. */
export interface EndOfLife {
  /** As it stands in Server and X-Powered-By, in lower case. */
  product: string;
  name: string;
  /** The first version that is maintained. */
  below: string;
  since: string;
  /**
   * The oldest version that a free release of a distribution still repairs, mostly without a mark in the header (Red Hat Enterprise Linux 8
   * and its rebuilds until 2029, Ubuntu 22.04, Debian 12); absent: none below the one that its makers maintain.
   */
  repairedFrom?: string;
}

/** By the makers' own pages, of this day. Only branches count whose end is a year ago or more, or that no distribution patches. */
export const endOfLifeDate = '2026-11-22';

export const endOfLife: readonly EndOfLife[] = [
  { product: 'apache', name: 'Apache HTTP Server', below: '2.4', since: '2018-01-01' },
  { product: 'apache-coyote', name: 'Apache Tomcat (Coyote 1.1)', below: '1.2', since: '2018-06-30' },
  { product: 'nginx', name: 'nginx', below: '1.20', since: '2021-04-20', repairedFrom: '1.18' },
  { product: 'microsoft-iis', name: 'Microsoft IIS', below: '10', since: '2023-10-10' },
  { product: 'php', name: 'PHP', below: '8.1', since: '2023-11-26', repairedFrom: '7.4' },
  { product: 'openssl', name: 'OpenSSL', below: '3', since: '2023-09-11', repairedFrom: '1.1.1' },
  { product: 'jetty', name: 'Eclipse Jetty', below: '10', since: '2022-06-01', repairedFrom: '9.4' },
  { product: 'python', name: 'Python', below: '3.9', since: '2024-10-07', repairedFrom: '3.6' },
  { product: 'openresty', name: 'OpenResty', below: '1.19', since: '2021-05-01' },
];
