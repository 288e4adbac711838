import type { Row } from './chain.ts';
import { certificateRows } from './rows-certificates.data.ts';
import { constraintRows } from './rows-constraints.data.ts';
import { nameRows } from './rows-names.data.ts';
import { pathRows } from './rows-paths.data.ts';

/** All chains with what is expected of them. */
export const allRows: readonly Row[] = [...certificateRows, ...nameRows, ...constraintRows, ...pathRows];
