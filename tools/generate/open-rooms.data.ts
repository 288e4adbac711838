/** A part of a package (a folder or file of src/) that other packages may import, and why. */
export type OpenRoom = readonly [room: string, why: string];

/** What each package opens to others; other imports are refused. An empty room is the whole package. */
export const openRooms: Readonly<Record<string, readonly OpenRoom[]>> = {
  contract: [['', 'what all others agree on']],
  protocols: [['', 'codecs without state: a library']],
  engine: [
    ['catalogue', 'what checks are named and what they say, for the command line, the service and documentation'],
    ['evidence', 'facts as they are stored, which the service keeps and judges again'],
    ['modules/registry', 'the list of all checks'],
    ['net', 'limits, budgets and clients that a process shares between its audits'],
    ['pki', 'the judgement of chains, and authorities that an operator adds'],
    ['probes', 'what is sent and how much of it, for documentation and bench'],
    ['runner', 'audits, and what is made of stored ones'],
    ['scoring', 'the policy, for documentation and tests of grades'],
    ['settings', 'what an operator may set'],
    ['version', 'the version that reports name'],
  ],
  report: [['', 'output formats and the words that they share']],
  lab: [['', 'machines, names and sites for tests']],
  server: [
    ['credentials', 'keys, for bench'],
    ['database', 'how it is opened, for bench'],
    ['process', 'the service, which bench starts'],
    ['rate-limits', 'counters, for bench'],
    ['rendering', 'the child that makes PDFs, for bench'],
    ['settings', 'settings of a process, for bench'],
    ['testing', 'services, people and audits, for bench'],
  ],
  dashboard: [
    ['build', 'the files of the dashboard, which the service delivers'],
    ['lib', 'what pages take, which the service gives them'],
  ],
};
