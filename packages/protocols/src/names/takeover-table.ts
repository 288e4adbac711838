/** Whether a name that a service no longer serves can be claimed by a stranger: edge, under conditions of the service. */
export type TakeoverStatus = 'vulnerable' | 'edge' | 'safe';

/** A service to whose names customers point aliases. */
export interface TakeoverService {
  service: string;
  /** Ends of its customers' names, each with a label of the customer in front. A `*` stands for letters of one label. */
  suffixes: readonly string[];
  /** How many labels of the customer stand in front; absent: one or more. */
  labels?: number;
  status: TakeoverStatus;
  /** A name that is free does not exist in DNS. */
  nxdomain?: true;
  /** Texts of which one stands in the page of a name that is free. */
  marks: readonly string[];
}

/** A shorter text stands in pages of all kinds. */
export const shortestMark = 10;

/** Services, and where the list comes from. */
export interface TakeoverList {
  name: string;
  /** YYYY-MM-DD. */
  date: string;
  services: readonly TakeoverService[];
}

const fits = (label: string, pattern: string): boolean => {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return label === pattern;
  return label.length > start.length + end.length && label.startsWith(start) && label.endsWith(end);
};

/** The suffix that a name lies below, as it stands in this name; null: it does not. */
function suffixOf(name: string, pattern: string, labels?: number): string | null {
  const parts = name.split('.');
  const wanted = pattern.split('.');
  const customers = parts.length - wanted.length;
  if (customers < 1 || (labels !== undefined && customers !== labels)) return null;
  const end = parts.slice(customers);
  return end.every((label, at) => fits(label, wanted[at] ?? '')) ? end.join('.') : null;
}

/** The service that serves a name, and the end of the name that all its customers share. */
export interface TakeoverMatch {
  service: TakeoverService;
  suffix: string;
}

/** Which service a name belongs to, by whole labels; null: none of the list, or the service's own name. */
export function takeoverMatch(name: string, services: readonly TakeoverService[]): TakeoverMatch | null {
  const lower = name.toLowerCase().replace(/\.$/, '');
  const found = services.flatMap((service) =>
    service.suffixes.flatMap((pattern) => {
      const suffix = suffixOf(lower, pattern, service.labels);
      return suffix === null ? [] : [{ service, suffix }];
    }),
  );
  return found.toSorted((a, b) => b.suffix.length - a.suffix.length)[0] ?? null;
}
