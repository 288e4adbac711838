import type { ExposedPathResult, ExposureEvidence } from './schema.ts';

/** Exposure evidence of a site that received no requests. */
export const noExposure: ExposureEvidence = {
  origin: null,
  address: null,
  notAsked: 'no-document',
  software: [],
  baseline: [],
  answersEverything: null,
  stopped: null,
  control: null,
  longList: false,
  results: [],
};

/** A path that the site does not have. */
export const absentPath: Omit<ExposedPathResult, 'path' | 'group' | 'kind'> = {
  verdict: 'absent',
  status: 404,
  type: 'text/html',
  bytes: 9,
  unseen: null,
  failure: null,
  mark: null,
  proof: [],
  sibling: null,
  listed: null,
};
