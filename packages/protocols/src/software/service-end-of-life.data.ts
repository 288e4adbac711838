/** A service whose versions below one get no security fixes from its makers any more. */
export interface ServiceEndOfLife {
  /** Its product or service id, in lower case. */
  product: RegExp;
  name: string;
  /** The first version that is maintained. */
  below: string;
  since: string;
}

/** A release of a distribution, by what its package versions contain. */
export interface DistributionEnd {
  mark: RegExp;
  name: string;
  /** The last day of public security fixes, long-term ones included. */
  until: string;
}

/** By the makers' own pages, of this day; only branches whose end is a year ago or more. */
export const serviceEndOfLifeDate = '2026-11-27';

export const serviceEndOfLife: readonly ServiceEndOfLife[] = [
  { product: /^mysql$/, name: 'MySQL', below: '8.0', since: '2023-10-31' },
  { product: /^mariadb$/, name: 'MariaDB', below: '10.6', since: '2025-06-24' },
  { product: /^postgresql$/, name: 'PostgreSQL', below: '14', since: '2025-11-13' },
  { product: /^sql server$|^mssql$/, name: 'SQL Server', below: '13', since: '2024-07-09' },
  { product: /^redis$/, name: 'Redis', below: '6.2', since: '2024-07-31' },
  { product: /^mongodb$/, name: 'MongoDB', below: '7.0', since: '2025-07-31' },
  { product: /^elasticsearch$/, name: 'Elasticsearch', below: '7', since: '2022-02-10' },
  { product: /^kibana$/, name: 'Kibana', below: '7', since: '2022-02-10' },
  { product: /^couchdb$/, name: 'CouchDB', below: '3', since: '2021-01-01' },
  { product: /^solr$/, name: 'Solr', below: '8', since: '2022-05-12' },
  { product: /^neo4j$/, name: 'Neo4j', below: '4.4', since: '2023-05-01' },
  { product: /^docker$/, name: 'Docker Engine', below: '23', since: '2023-12-10' },
  { product: /^proftpd$/, name: 'ProFTPD', below: '1.3.7', since: '2022-12-04' },
  { product: /^zookeeper$/, name: 'ZooKeeper', below: '3.7', since: '2024-02-02' },
  { product: /^exim$/, name: 'Exim', below: '4.94', since: '2022-06-25' },
];

/** Distributions repair old versions without a new number; what counts is the end of their release. */
export const distributionEnds: readonly DistributionEnd[] = [
  { mark: /deb8u|debian8/i, name: 'Debian 8', until: '2020-06-30' },
  { mark: /deb9u|debian9/i, name: 'Debian 9', until: '2022-06-30' },
  { mark: /deb10u|debian10/i, name: 'Debian 10', until: '2024-06-30' },
  { mark: /ubuntu0?\.?14\.04/i, name: 'Ubuntu 14.04', until: '2019-04-30' },
  { mark: /ubuntu0?\.?16\.04/i, name: 'Ubuntu 16.04', until: '2021-04-30' },
  { mark: /ubuntu0?\.?18\.04/i, name: 'Ubuntu 18.04', until: '2023-05-31' },
  { mark: /ubuntu0?\.?20\.04/i, name: 'Ubuntu 20.04', until: '2025-05-31' },
  { mark: /\.el6\b/i, name: 'Enterprise Linux 6', until: '2020-11-30' },
  { mark: /\.el7\b/i, name: 'Enterprise Linux 7', until: '2024-06-30' },
];
