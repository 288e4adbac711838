import { sentenceOf } from '@perimeter/protocols/certification-path/problems';
import { clause, listed } from '../words/text.ts';
import type { PathProblem } from './schema.ts';

/** Why a chain is not trusted, each fault once; empty where no fault is known. */
export const trustFaults = (problems: readonly PathProblem[]): string => {
  const grave = problems.filter(({ code }) => code !== 'strict-profile');
  return listed([...new Set(grave.map(sentenceOf))].map((fault, at) => (at === 0 ? fault : clause(fault))));
};
