import type { ReactElement } from 'react';

/** Drawings of one line width, by what they mean. */
const paths = {
  search: 'M11.4 7a4.4 4.4 0 1 1-8.8 0 4.4 4.4 0 0 1 8.8 0zM10.4 10.4l3.4 3.4',
  again: 'M13.4 8a5.4 5.4 0 1 1-1.7-3.9M13.4 1.8v3.4H10',
  page: 'M3.5 1.8h6l3 3v9.4h-9zM9.5 1.8v3h3',
  share: 'M8 10V1.8M4.8 4.6 8 1.6l3.2 3M3 8.6v5.2h10V8.6',
  down: 'M8 2v8.4M4.4 7 8 10.6 11.6 7M2.6 13.8h10.8',
  cross: 'm4 4 8 8M12 4l-8 8',
  check: 'm3 8.6 3.3 3.2L13 4.6',
  copy: 'M5.5 5.5h8v8.5h-8zM10.5 5.5V2.3H2.3v8.4h3.2',
  lock: 'M3.2 7h9.6v6.8H3.2zM5.2 7V4.8a2.8 2.8 0 0 1 5.6 0V7',
  warn: 'M8 2.2 14.6 13.8H1.4zM8 6.6v3.2M8 11.6v.6',
  clock: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 4.6V8l2.4 1.6',
  plus: 'M8 3v10M3 8h10',
  dash: 'M4 8h8',
  info: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 7.2v3.6M8 4.9v.4',
} as const;

/** The name of a drawing. */
export type IconName = keyof typeof paths;

/** A small drawing beside words; never the only sign of anything. */
export const Icon = ({ name, size = 14 }: { name: IconName; size?: number }): ReactElement => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
);

/** The product's sign. */
export const Logo = (): ReactElement => (
  <svg width="22" height="22" viewBox="0 0 22 22" fill="none" stroke="currentColor" aria-hidden="true">
    <path d="M4.41 16.53A8.6 8.6 0 1 1 17.59 16.53" strokeWidth="2.6" strokeLinecap="round" />
    <circle cx="11" cy="11" r="3.1" fill="currentColor" stroke="none" />
  </svg>
);
